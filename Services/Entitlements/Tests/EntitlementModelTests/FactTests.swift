import EntitlementModel
import Foundation
import Testing

@Suite struct FactTests {
    private static let key = PurchaseKey(
        scope: PurchaseScope(app: "com.example.shop", environment: .sandbox),
        originalTransactionID: "1"
    )

    @Test func `what was signed later counts more`() {
        let earlier = Watermark(signingDate: 1, isRevoked: true, digest: [9])
        let later = Watermark(signingDate: 2, digest: [1])
        #expect(earlier < later)
    }

    @Test func `at one date what revokes counts more`() {
        let revoked = Watermark(signingDate: 1, isRevoked: true, digest: [1])
        let granted = Watermark(signingDate: 1, digest: [9])
        #expect(granted < revoked)
    }

    @Test func `at one date the greater digest counts more`() {
        let less = Watermark(signingDate: 1, digest: [1, 255])
        let more = Watermark(signingDate: 1, digest: [2, 0])
        #expect(less < more)
    }

    @Test func `a receipt changes neither the owner nor the details`() throws {
        var fact = Self.fact(signed: 1, token: UUID())
        let former = fact
        fact.merge(Self.fact(signed: 2, token: nil, isOfReceipt: true, expires: 20))
        #expect(fact.claim == former.claim)
        #expect(fact.details == former.details)
        #expect(fact.terms.expirationDate == 20)
    }

    @Test func `a newer statement without a token leaves the owner`() {
        let token = UUID()
        var fact = Self.fact(signed: 1, token: token)
        fact.merge(Self.fact(signed: 2, token: nil))
        #expect(fact.claim?.token == token)
        #expect(fact.details?.signingDate == 2)
    }

    @Test func `at one date fewer seats count more, and none the least`() {
        func details(_ seats: Int32?) -> TransactionFact.Details {
            TransactionFact.Details(signingDate: 1, seats: seats)
        }
        #expect(details(8) < details(5))
        #expect(details(5) < details(0))
        #expect(details(nil) < details(.max))
        #expect(details(0) < TransactionFact.Details(signingDate: 2, seats: 8))
    }

    @Test func `sets are the same in whichever order they are united`() {
        var generator = SystemRandomNumberGenerator()
        let token = UUID()
        let facts = (0..<40).map { index in
            Self.fact(
                "\(index % 3)",
                signed: Milliseconds(index % 4),
                token: index.isMultiple(of: 2) ? token : nil,
                isOfReceipt: index.isMultiple(of: 5),
                expires: Milliseconds(index)
            )
        }
        let first = Self.union(facts)
        for _ in 0..<20 {
            #expect(Self.union((facts + facts).shuffled(using: &generator)) == first)
        }
    }

    private static func union(_ facts: [TransactionFact]) -> FactSet {
        var set = FactSet()
        for fact in facts { set.insert(fact) }
        return set
    }

    private static func fact(
        _ id: String = "1",
        signed: Milliseconds,
        token: UUID?,
        isOfReceipt: Bool = false,
        expires: Milliseconds = 10
    ) -> TransactionFact {
        let watermark = Watermark(signingDate: signed, digest: [UInt8(truncatingIfNeeded: expires)])
        return TransactionFact(
            key: key,
            transactionID: id,
            terms: .init(
                watermark: watermark,
                productID: "monthly",
                purchaseDate: 0,
                expirationDate: expires
            ),
            claim: isOfReceipt ? nil : token.map { .init(signingDate: signed, token: $0) },
            details: isOfReceipt
                ? nil
                : .init(
                    signingDate: signed,
                    isUpgraded: token == nil,
                    seats: Int32(truncatingIfNeeded: expires % 7)
                )
        )
    }
}
