import LocalAppStore
import StoreKitTest
import StoreTesting
import Testing

@testable import StoreKit

extension StoreInUse {
    /// Swift Testing prints an error's description, and no localized one.
    @Suite("What errors print")
    struct RemedyTests {
        @Test("Without a session, the error names the trait and withStore")
        func noSession() throws {
            let error = try #require(throws: (any Error).self) { try SKTestSession.current }
            #expect("\(error)".contains(".store(") && "\(error)".contains("withStore"))
        }

        @Test(
            "An error of a test without a store of its own names the trait and withStore",
            arguments: [StoreScopeError.noSession, .anotherStore]
        )
        func scope(error: StoreScopeError) {
            #expect("\(error)".contains(".store") && "\(error)".contains("withStore"))
        }

        @Test("An error of a fault plan names the rule and the failures that are possible")
        func rule() throws {
            let error = try #require(throws: FaultPlan.RuleError.self) {
                try FaultPlan(seed: 1, rules: [.at(.confirmation, .networkDown, .first(1))])
            }
            #expect("\(error)" == error.localizedDescription)
            #expect("\(error)".contains("Rule 1"))
        }
    }
}
