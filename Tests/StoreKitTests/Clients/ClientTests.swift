import Testing

@Suite struct ClientTests {
    @Test(arguments: ["5", "6"])
    func `doubles of another package compile without a warning`(mode: String) throws {
        #expect(try Client(source: Self.doubles, languageMode: mode).diagnostics() == [])
    }

    @Test(arguments: ["5", "6"])
    func `importing StoreKit is importing Foundation`(mode: String) throws {
        let source = """
            let place = URL(string: "https://example.com")
            func price(_ product: SKProduct) -> String? {
                let formatter = NumberFormatter()
                formatter.locale = product.priceLocale
                return formatter.string(from: product.price)
            }
            """
        #expect(try Client(source: source, languageMode: mode).diagnostics() == [])
    }

    @Test(arguments: ["5", "6"])
    func `importing StoreKit brings the types of the network`(mode: String) throws {
        let source = """
            func ask(_ url: URL) { URLSession.shared.dataTask(with: URLRequest(url: url)).resume() }
            """
        #expect(try Client(source: source, languageMode: mode).diagnostics() == [])
    }

    @Test(arguments: ["5", "6"])
    func `importing StoreKitTest is importing StoreKit`(mode: String) throws {
        let source = """
            func pay(in session: SKTestSession, for product: SKProduct) {
                session.failureError = .paymentCancelled
                SKPaymentQueue.default().add(SKPayment(product: product))
            }
            """
        let client = Client(module: "StoreKitTest", source: source, languageMode: mode)
        #expect(try client.diagnostics() == [])
    }

    @Test func `requests and payments may be made Sendable by a client`() throws {
        let source = """
            extension SKRequest: @unchecked @retroactive Sendable {}
            extension SKPayment: @unchecked @retroactive Sendable {}
            """
        #expect(try Client(source: source).diagnostics() == [])
    }

    @Test(arguments: [
        "SKRequest", "SKProductsRequest", "SKPayment", "SKMutablePayment",
    ])
    func `a request or a payment is not Sendable by itself`(name: String) throws {
        let source = """
            func require<T: Sendable>(_: T.Type) {}
            func check() { require(\(name).self) }
            """
        let diagnostics = try Client(source: source).diagnostics()
        #expect(diagnostics.contains { line in line.contains("does not conform") })
    }

    @Test func `the setters of a payment belong to the mutable one alone`() throws {
        let source = "func change(_ payment: SKPayment) { payment.quantity = 2 }"
        let diagnostics = try Client(source: source).diagnostics()
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
