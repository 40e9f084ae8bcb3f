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

    @Test func `a receipt does not take a purchase from its owner`() throws {
        var fact = Self.fact(signed: 1, token: UUID())
        let owner = fact.account?.token
        fact.merge(Self.fact(signed: 2, token: nil, hasAccount: false, expires: 20))
        #expect(fact.account?.token == owner)
        #expect(fact.terms.expirationDate == 20)
    }

    @Test func `a newer transaction without a token takes the purchase from its owner`() {
        var fact = Self.fact(signed: 1, token: UUID())
        fact.merge(Self.fact(signed: 2, token: nil))
        #expect(fact.account != nil)
        #expect(fact.account?.token == nil)
    }

    @Test func `sets are the same in whichever order they are united`() {
        var generator = SystemRandomNumberGenerator()
        let token = UUID()
        let facts = (0..<40).map { index in
            Self.fact(
                "\(index % 3)",
                signed: Milliseconds(index % 4),
                token: index.isMultiple(of: 2) ? token : nil,
                hasAccount: !index.isMultiple(of: 5),
                expires: Milliseconds(index)
            )
        }
        let first = Self.union(facts)
        for _ in 0..<20 {
            #expect(Self.union((facts + facts).shuffled(using: &generator)) == first)
        }
    }

    @Test func `the latest purchase date decides, and not the date of signing`() throws {
        let purchase = try #require(
            Purchase(
                [
                    Self.fact("1", signed: 99, token: nil, expires: 10, purchased: 1),
                    Self.fact("2", signed: 2, token: nil, expires: 20, purchased: 2),
                ],
                nil
            )
        )
        #expect(purchase.expirationDate == 20)
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
        hasAccount: Bool = true,
        expires: Milliseconds = 10,
        purchased: Milliseconds = 0
    ) -> TransactionFact {
        let watermark = Watermark(signingDate: signed, digest: [UInt8(truncatingIfNeeded: expires)])
        return TransactionFact(
            key: key,
            transactionID: id,
            terms: .init(
                watermark: watermark,
                productID: "monthly",
                purchaseDate: purchased,
                expirationDate: expires
            ),
            account: hasAccount ? .init(watermark: watermark, token: token) : nil
        )
    }
}
