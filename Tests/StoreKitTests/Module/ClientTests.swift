import Foundation
import StoreKit
import Testing

@Suite("Code of clients")
struct ClientTests {
    @Test("Test doubles of another package compile without a warning", arguments: ["5", "6"])
    func doubles(mode: String) async throws {
        #expect(try await Client(source: Self.doubles, languageMode: mode).diagnostics() == [])
    }

    @Test("Importing StoreKit is importing Foundation", arguments: ["5", "6"])
    func importingFoundation(mode: String) async throws {
        let source = """
            let place = URL(string: "https://example.com")
            func price(_ product: SKProduct) -> String? {
                let formatter = NumberFormatter()
                formatter.locale = product.priceLocale
                return formatter.string(from: product.price)
            }
            """
        #expect(try await Client(source: source, languageMode: mode).diagnostics() == [])
    }

    @Test("Importing StoreKit is importing the networking types", arguments: ["5", "6"])
    func importingNetworking(mode: String) async throws {
        let source = """
            func ask(_ url: URL) { URLSession.shared.dataTask(with: URLRequest(url: url)).resume() }
            """
        #expect(try await Client(source: source, languageMode: mode).diagnostics() == [])
    }

    @Test("Importing StoreKitTest is importing StoreKit", arguments: ["5", "6"])
    func importingStoreKitTest(mode: String) async throws {
        let source = """
            func pay(in session: SKTestSession, for product: SKProduct) {
                session.failureError = .paymentCancelled
                SKPaymentQueue.default().add(SKPayment(product: product))
            }
            """
        let client = Client(module: "StoreKitTest", source: source, languageMode: mode)
        #expect(try await client.diagnostics() == [])
    }

    @Test("Requests and payments may be made Sendable by a client")
    func retroactiveSendable() async throws {
        let source = """
            extension SKRequest: @unchecked @retroactive Sendable {}
            extension SKPayment: @unchecked @retroactive Sendable {}
            """
        #expect(try await Client(source: source).diagnostics() == [])
    }

    @Test(
        "A request or a payment is not Sendable",
        arguments: [
            "SKRequest", "SKProductsRequest", "SKPayment", "SKMutablePayment",
        ]
    )
    func notSendable(name: String) async throws {
        let source = """
            func require<T: Sendable>(_: T.Type) {}
            func check() { require(\(name).self) }
            """
        let diagnostics = try await Client(source: source).diagnostics()
        #expect(diagnostics.contains { line in line.contains("does not conform") })
    }

    @Test("Only a mutable payment has setters")
    func immutablePayment() async throws {
        let source = "func change(_ payment: SKPayment) { payment.quantity = 2 }"
        let diagnostics = try await Client(source: source).diagnostics()
        #expect(diagnostics.contains { line in line.contains("get-only") })
    }

    static let doubles = """
        extension SKProductSubscriptionPeriod {
            convenience init(numberOfUnits: Int, unit: SKProduct.PeriodUnit) { self.init() }
        }

        class MockPeriod: SKProductSubscriptionPeriod, @unchecked Sendable {}

        class MockProduct: SKProduct, @unchecked Sendable {
            let name: String
            init(name: String) {
                self.name = name
                super.init()
            }
            override var productIdentifier: String { name }
            override var debugDescription: String { name }
        }

        class MockPayment: SKPayment {
            override var productIdentifier: String { "mock" }
        }

        class MockDiscount: SKProductDiscount, @unchecked Sendable {
            override var type: SKProductDiscount.`Type` { .subscription }
        }

        class MockRequest: SKProductsRequest {
            override func start() {
                delegate?.productsRequest(self, didReceive: SKProductsResponse())
                delegate?.requestDidFinish?(self)
                delegate?.request?(self, didFailWithError: SKError(.unknown))
                delegate?.request!(self, didFailWithError: SKError(.unknown))
            }
        }

        class Shop: NSObject, SKProductsRequestDelegate, SKPaymentTransactionObserver {
            var request: SKProductsRequest?
            func productsRequest(_ request: SKProductsRequest, didReceive: SKProductsResponse) {}
            func paymentQueue(
                _ queue: SKPaymentQueue, updatedTransactions: [SKPaymentTransaction]
            ) {}
        }

        func make() -> [Any] {
            let shop = Shop()
            shop.request = MockRequest(productIdentifiers: ["a"])
            shop.request?.delegate = shop
            let observer: (any SKPaymentTransactionObserver)? = shop
            observer?.paymentQueue?(SKPaymentQueue(), removedTransactions: [])
            return [
                MockPeriod(numberOfUnits: 1, unit: .month), MockProduct(name: "a"), SKProduct(),
                MockPayment(product: MockProduct(name: "a")), MockDiscount(), SKProductsRequest(),
                SKMutablePayment(product: SKProduct()), SKPaymentTransaction(), SKPayment(),
                SKStorefront(), SKRequest(), SKDownload(), SKPaymentQueue(),
            ]
        }
        """
}

@Suite("Switches over enumerations")
struct EnumExhaustivenessTests {
    static let open: [(String, [String])] = [
        (
            "SKPaymentTransactionState",
            ["purchasing", "purchased", "failed", "restored", "deferred"]
        ),
        ("SKProduct.PeriodUnit", ["day", "week", "month", "year"]),
        ("SKProductDiscount.PaymentMode", ["payAsYouGo", "payUpFront", "freeTrial"]),
        ("SKProductDiscount.`Type`", ["introductory", "subscription"]),
        ("SKError.Code", SKErrorTests.codes.map { row in "\(row.1)" }),
    ]
    static let frozen: [(String, [String])] = [
        ("SKDownloadState", ["waiting", "active", "paused", "finished", "failed", "cancelled"]),
        ("SKProductStorePromotionVisibility", ["default", "show", "hide"]),
    ]

    @Test("A switch over an enum that may grow needs a default")
    func openEnumWithoutDefault() async throws {
        let source = Self.open.map { row in Self.function(row, tail: "") }.joined()
        let errors = try await Client(source: source).diagnostics()
            .filter { line in line.contains("error: switch covers known cases") }
        #expect(errors.count == Self.open.count)
    }

    @Test("A switch with a default for future cases raises no warning")
    func openEnumWithDefault() async throws {
        let tail = "@unknown default: 0"
        let source = Self.open.map { row in Self.function(row, tail: tail) }.joined()
        #expect(try await Client(source: source).diagnostics() == [])
    }

    @Test("A switch over a frozen enum needs no default")
    func frozenEnum() async throws {
        let source = Self.frozen.map { row in Self.function(row, tail: "") }.joined()
        #expect(try await Client(source: source).diagnostics() == [])
    }

    @Test("A default in a switch over a frozen enum is superfluous")
    func frozenEnumWithDefault() async throws {
        let source = Self.frozen.map { row in Self.function(row, tail: "default: 0") }.joined()
        let warnings = try await Client(source: source).diagnostics()
            .filter { line in line.contains("default will never be executed") }
        #expect(warnings.count == Self.frozen.count)
    }

    private static func function(_ row: (name: String, cases: [String]), tail: String) -> String {
        let cases = row.cases.map { name in "case .\(name): 1\n" }.joined()
        return "func f(_ value: \(row.name)) -> Int { switch value {\n\(cases)\(tail)\n} }\n"
    }
}

@Suite("Identifiers of a session's transactions")
struct TestIdentifierTests {
    @Test("A UInt compiles, and nothing hides that an Int does not", arguments: ["5", "6"])
    func type(languageMode: String) async throws {
        let source = """
            func f(_ session: SKTestSession, _ id: UInt64) throws {
                for transaction in session.allTransactions() {
                    let identifier: UInt = transaction.originalTransactionIdentifier
                    try session.refundTransaction(identifier: identifier)
                }
                try session.deleteTransaction(identifier: UInt(id))
                try session.deleteTransaction(identifier: Int(id))
            }
            """
        let client = Client(module: "StoreKitTest", source: source, languageMode: languageMode)
        let diagnostics = try await client.diagnostics()
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.contains(":8:") == true)
        #expect(diagnostics.first?.contains("'Int' to expected argument type 'UInt'") == true)
    }
}

@Suite("Subclasses of a session")
struct TestSessionSubclassTests {
    @Test("A subclass of another module calls the initializers, and inherits them")
    func initializers() async throws {
        let source = """
            import Foundation
            class Named: SKTestSession, @unchecked Sendable {
                let name: String
                init(_ name: String, contentsOf fileURL: URL) throws {
                    self.name = name
                    try super.init(contentsOf: fileURL)
                }
            }
            class Counting: SKTestSession, @unchecked Sendable {
                var count = 0
                override func refundTransaction(identifier: UInt) throws {
                    count += 1
                    try super.refundTransaction(identifier: identifier)
                }
            }
            func make(_ fileURL: URL) throws -> [SKTestSession] {
                [
                    try Named("a", contentsOf: fileURL), try Counting(contentsOf: fileURL),
                    try Counting(configurationFileNamed: "Shop"),
                ]
            }
            """
        #expect(try await Client(module: "StoreKitTest", source: source).diagnostics() == [])
    }
}

@Suite("Sendability")
struct SendabilityTests {
    @Test("Types that Apple marks as Sendable are Sendable")
    func sendableTypes() {
        requireSendable(SKPaymentQueue.self)
        requireSendable(SKPaymentTransaction.self)
        requireSendable(SKProduct.self)
        requireSendable(SKProductSubscriptionPeriod.self)
        requireSendable(SKProductDiscount.self)
        requireSendable(SKPaymentDiscount.self)
        requireSendable(SKProductsResponse.self)
        requireSendable(SKStorefront.self)
        requireSendable(SKError.self)
        requireSendable(SKError.Code.self)
        requireSendable(SKPaymentTransactionState.self)
        requireSendable(SKDownloadState.self)
    }

    // The call compiling is the check.
    private func requireSendable<T: Sendable>(_: T.Type) {}
}

/// A source file of another package that imports a single module.
struct Client {
    var module = "StoreKit"
    let source: String
    var languageMode = "6"

    /// Compiles the source without running it, and returns the compiler's messages.
    func diagnostics() async throws -> [String] {
        try await Toolchain.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("Client.swift")
            try Data("import \(module)\n\(source)".utf8).write(to: file)
            let output = try await Toolchain.run(
                ["swiftc", "-emit-sil", "-parse-as-library", "-swift-version", languageMode]
                    + Toolchain.searchOptions() + [file.path, "-o", file.path + ".sil"]
            )
            let lines = output.text.split(separator: "\n").map(String.init)
                .filter { line in line.hasPrefix(file.path) || line.hasPrefix("<unknown>") }
            guard output.status == 0 || !lines.isEmpty else {
                throw Toolchain.Failure(reason: output.text)
            }
            return lines
        }
    }
}
