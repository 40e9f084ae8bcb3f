import Foundation
import Testing

@testable import EntitlementModel

/// The statement that counts among several, and sets of statements about several purchases.
@Suite struct FactOrderTests {
    private typealias Details = TransactionFact.Details

    @Test func `at one date the greater token counts`() {
        let first = TransactionFact.make("1", at: 0, token: .first, digest: 9)
        let second = TransactionFact.make("1", at: 0, token: .second, digest: 1)
        for facts in [[first, second], [second, first]] {
            #expect(PurchaseHistory.make(facts).owners(.newest) == [.account(.second)])
        }
    }

    @Test func `at one date an upgrade counts more than seats, and those more than the digest`() {
        let granted = Details(signingDate: 1, digest: [9], seats: 0)
        let upgraded = Details(signingDate: 1, digest: [1], isUpgraded: true, seats: 9)
        #expect(granted < upgraded)
        #expect(Details(signingDate: 1, digest: [9], seats: 8) < granted)
        let less = Details(signingDate: 1, digest: [1, 255])
        #expect(less < Details(signingDate: 1, digest: [2]))
        #expect(upgraded < Details(signingDate: 2, digest: [0]))
    }

    @Test func `units are of the transactions that are not refunded, each one by default`() {
        func coins(
            _ id: String,
            _ quantity: Int32?,
            signed: Double? = nil,
            revoked: Double? = nil
        ) -> TransactionFact {
            .make(id, "coins", at: 0, signed: signed, revoked: revoked, hasEnd: false) {
                $0.productType = "Consumable"
                $0.quantity = quantity
            }
        }
        var history = PurchaseHistory.make([coins("1", 5), coins("2", nil)])
        #expect(history.units == 6)
        history.merge(coins("1", 5, revoked: 3))
        #expect(history.units == 1)
        history.merge(coins("1", 5, signed: 4))
        #expect(history.units == 6)
        history.merge(TransactionFact.make("3", "coins", at: 0, isOfReceipt: true, hasEnd: false))
        #expect(history.units == 7)
        // A receipt's later signature leaves the quantity.
        let receipt = TransactionFact.make(
            "1",
            "coins",
            at: 0,
            signed: 9,
            isOfReceipt: true,
            hasEnd: false
        )
        history.merge(receipt)
        #expect(history.units == 7)
    }

    @Test func `sets about several purchases are united in any order`() {
        func fact(_ original: String, signed: Milliseconds) -> TransactionFact {
            TransactionFact(
                key: PurchaseKey(scope: .shop, originalTransactionID: original),
                transactionID: "1",
                terms: .init(
                    watermark: Watermark(signingDate: signed, digest: []),
                    productID: "monthly \(signed)",
                    purchaseDate: 0
                )
            )
        }
        var first = FactSet(), second = FactSet()
        #expect(first.isEmpty)
        for new in [fact("9", signed: 1), fact("a", signed: 5)] { first.insert(new) }
        for new in [fact("10", signed: 1), fact("a", signed: 4)] { second.insert(new) }
        second.insert(RenewalFact.make(signed: 3))
        var union = first, other = second
        union.formUnion(second)
        other.formUnion(first)
        other.formUnion(other)
        #expect(union == other)
        #expect(union.purchases.map(\.originalTransactionID) == ["1", "10", "9", "a"])
        let newest = union.purchases.last.flatMap { union.histories[$0] }
        #expect(newest?.transactions["1"]?.terms.productID == "monthly 5")
    }

    @Test func `rows are locked in the order of their keys, byte by byte`() {
        func key(
            _ app: String,
            _ environment: PurchaseEnvironment,
            _ original: String
        ) -> PurchaseKey {
            PurchaseKey(
                scope: PurchaseScope(app: app, environment: environment),
                originalTransactionID: original
            )
        }
        let keys = [
            key("B", .sandbox, "9"), key("a", .production, "9"), key("a", .sandbox, "10"),
            key("a", .sandbox, "9"), key("a", .sandbox, "A"), key("a", .sandbox, "a"),
        ]
        #expect(Array(keys.reversed()).sorted() == keys)
    }

    @Test func `a point in time beyond 64 bits is the earliest or the latest one`() {
        #expect(Milliseconds(Date(timeIntervalSince1970: 1e300)) == .max)
        #expect(Milliseconds(Date(timeIntervalSince1970: -1e300)) == .min)
        #expect(Milliseconds(Date(timeIntervalSince1970: 0.0016)) == 2)
        #expect(Milliseconds(Date(timeIntervalSince1970: -0.0016)) == -2)
        #expect(Milliseconds.max.adding(1) == .max)
        #expect(Milliseconds.max.subtracting(-1) == .max)
        #expect(Milliseconds.min.subtracting(1) == .min)
    }
}
