import Foundation
import StoreKit
import StoreKitTest
import Testing

extension StoreInUse {
    @Suite("Errors of a session")
    struct SKTestErrorTests {
        static let codes: [(Int, SKTestError.Code, SKTestError.Code)] = [
            (0, .serviceUnavailable, SKTestError.serviceUnavailable),
            (1, .invalidProductIdentifier, SKTestError.invalidProductIdentifier),
            (2, .invalidProductType, SKTestError.invalidProductType),
            (3, .invalidURL, SKTestError.invalidURL),
            (4, .fileNotFound, SKTestError.fileNotFound),
            (5, .noSubscriptionFound, SKTestError.noSubscriptionFound),
            (6, .noTransactionFound, SKTestError.noTransactionFound),
            (7, .invalidAction, SKTestError.invalidAction),
        ]

        @Test("A code has Apple's number and its constant", arguments: codes)
        func numbers(number: Int, code: SKTestError.Code, constant: SKTestError.Code) {
            #expect(code.rawValue == number)
            #expect(constant == code)
            #expect(SKTestError(code).code == code)
            #expect(SKTestError.Code(rawValue: 8) == nil)
        }

        @Test("An error is an NSError of its domain, and back")
        func bridging() {
            let error: any Error = SKTestError(.fileNotFound, userInfo: ["why": "x"])
            #expect((error as NSError).domain == "SKTestErrorDomain")
            #expect(SKTestError.errorDomain == SKTestErrorDomain)
            #expect((error as NSError).code == 4)
            let back: any Error = NSError(domain: SKTestErrorDomain, code: 6)
            #expect((back as? SKTestError)?.code == .noTransactionFound)
            #expect(NSError(domain: SKErrorDomain, code: 6) as? SKTestError == nil)
        }

        @Test("Equal errors have equal hashes")
        func hashing() {
            let errors = [SKTestError(.fileNotFound), SKTestError(.fileNotFound)]
            #expect(Set(errors).count == 1)
            #expect(errors[0].hashValue == errors[1].hashValue)
        }

        @Test("An error is caught by its code, and prints what is wrong")
        func caught() throws {
            let session = try SKTestSession.make()
            do {
                try session.refundTransaction(identifier: 4711)
                Issue.record("No error was thrown")
            } catch SKTestError.noTransactionFound {
            }
            let error = try #require(throws: SKTestError.self) {
                try session.refundTransaction(identifier: 4711)
            }
            #expect("\(error)".contains("The store has no transaction 4711"))
        }

        @Test(
            "A subscription's operation says whether product, type or subscription is missing",
            arguments: [
                ("bricks", SKTestError.Code.invalidProductIdentifier),
                (SampleProducts.hints, .invalidProductType),
                (SampleProducts.weekly, .noSubscriptionFound),
            ]
        )
        func subscriptions(product: String, code: SKTestError.Code) throws {
            let session = try SKTestSession.make()
            for operation in [session.forceRenewalOfSubscription, session.expireSubscription] {
                let error = try #require(throws: SKTestError.self) { try operation(product) }
                #expect(error.code == code)
                #expect(error.localizedDescription.contains(product))
            }
        }
    }
}
