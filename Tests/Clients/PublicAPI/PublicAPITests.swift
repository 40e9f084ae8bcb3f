import TestSupport
import Testing

/// Holds what apps can write: which calls there are, their types, and that they can be made.
@Suite(.serialized, .exclusiveStoreWithLibrary, .timeLimit(.minutes(20)))
enum PublicAPITests {}

extension PublicAPITests {
    @Suite struct CompletenessTests {
        @Test func `every public symbol is named with its type`() async throws {
            let names = try await PublicSymbols.names()
            try #require(names.contains("SKProduct.localizedPrice"))
            try #require(names.contains("PaymentQueue.add(_:)"))
            let missing = try MentionedNames.read().missing(of: names)
            #expect(missing == [])
        }

        @Test(arguments: [
            "Purchase.quantity", "Purchase.product", "SwiftyStoreKit.add(_:for:)", "Other",
            "productId", "InAppRequest.stop()",
        ])
        func `a name that is not there is found out`(name: String) throws {
            let names = MentionedNames(
                text: """
                    let _ = \\Purchase.productId
                    let _ = SwiftyStoreKit.add(_:)
                    let _ = SwiftyStoreKit.add(
                        _:for:atomically:
                    )
                    let _ = InAppRequest.start
                    let _ = SwiftyStoreKit
                        .finishTransaction(_:)
                    let _: OtherPurchase
                    """
            )
            #expect(try names.missing(of: [name]) == [name])
            #expect(
                try names.missing(of: [
                    "Purchase.productId", "SwiftyStoreKit.add(_:)", "InAppRequest.start()",
                    "SwiftyStoreKit.add(_:for:atomically:)",
                    "SwiftyStoreKit.finishTransaction(_:)",
                ]) == []
            )
        }

        @Test func `an overload is named for itself`() throws {
            let names = MentionedNames(text: "let _ = Queue.add(_:)")
            #expect(try names.missing(of: ["Queue.add(_:)", "Queue.add(_:)"]) == ["Queue.add(_:)"])
        }
    }
}
