import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct RetrievingTests {
        @Test(arguments: Self.samples)
        func `a product is printed with its price`(sample: Sample) async throws {
            let shop = try Shop()
            sample.run()
            #expect(try await Console.printed.next() == Self.line)
            withExtendedLifetime(shop) {}
        }

        @Test func `an unknown identifier is printed`() async throws {
            let shop = try Shop(.empty)
            RetrieveProductsInfoSamples.retrieveProductsInfo()
            let line = try await Console.printed.next()
            #expect(line == "Invalid product identifier: \(Shop.product)")
            withExtendedLifetime(shop) {}
        }

        @Test func `document 002 shows an alert for an unknown identifier`() async throws {
            let shop = try Shop(.empty)
            RetrieveProductsInfoSamples.retrieveProductsInfoIn002()
            let text = try await Console.alerts.next()
            #expect(
                text
                    == "Could not retrieve product info: Invalid product identifier: \(Shop.product)"
            )
            withExtendedLifetime(shop) {}
        }

        @Test(arguments: Self.samples)
        func `without an App Store there is an error`(sample: Sample) async throws {
            let shop = try Shop()
            shop.close()
            sample.run()
            let line = try await Console.printed.next()
            #expect(line.hasPrefix("Error: Optional("))
        }

        @Test(arguments: Self.samples)
        func `asking again needs no App Store`(sample: Sample) async throws {
            let shop = try Shop()
            sample.run()
            _ = try await Console.printed.next()
            shop.close()
            sample.run()
            #expect(try await Console.printed.next() == Self.line)
        }
    }
}

extension ReadmeTests.RetrievingTests {
    fileprivate nonisolated static let line =
        "Product: Twelve more colours to paint with, for good., price: $1.99"

    fileprivate nonisolated static let samples = [
        Sample("000, 001, 003, 004") { RetrieveProductsInfoSamples.retrieveProductsInfo() },
        Sample("002") { RetrieveProductsInfoSamples.retrieveProductsInfoIn002() },
    ]
}
