import Foundation

@testable import EntitlementModel

extension PurchaseScope {
    static let shop = PurchaseScope(app: "com.example.shop", environment: .sandbox)
}

extension PurchaseKey {
    static let sample = PurchaseKey(scope: .shop, originalTransactionID: "1")
}

extension UUID {
    static let first = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    static let second = UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension TransactionFact {
    /// A transaction of the sample purchase: by default of thirty days, signed when it begins.
    static func make(
        _ id: String,
        _ product: String = "monthly",
        at day: Double,
        until end: Double? = nil,
        signed: Double? = nil,
        revoked: Double? = nil,
        token: UUID? = nil,
        isOfReceipt: Bool = false,
        hasEnd: Bool = true,
        digest: UInt8 = 0,
        _ change: (inout Details) -> Void = { _ in }
    ) -> TransactionFact {
        let signingDate = Milliseconds(days: signed ?? revoked ?? day)
        var details = Details(signingDate: signingDate, digest: [digest])
        details.productType = "Auto-Renewable Subscription"
        details.price = 9990
        details.currency = "EUR"
        change(&details)
        return TransactionFact(
            key: .sample,
            transactionID: id,
            terms: Terms(
                watermark: Watermark(
                    signingDate: signingDate,
                    isRevoked: revoked != nil,
                    digest: [digest]
                ),
                productID: product,
                purchaseDate: Milliseconds(days: day),
                expirationDate: hasEnd ? Milliseconds(days: end ?? day + 30) : nil,
                revocationDate: revoked.map { Milliseconds(days: $0) }
            ),
            claim: isOfReceipt ? nil : token.map { Claim(signingDate: signingDate, token: $0) },
            details: isOfReceipt ? nil : details
        )
    }
}

extension RenewalFact {
    /// A renewal info of the sample purchase.
    static func make(
        signed day: Double,
        digest: UInt8 = 0,
        _ change: (inout RenewalFact) -> Void = { _ in }
    ) -> RenewalFact {
        var fact = RenewalFact(
            key: .sample,
            watermark: Watermark(signingDate: Milliseconds(days: day), digest: [digest]),
            autoRenews: true
        )
        change(&fact)
        return fact
    }

    /// One that a charge failed for, with an end of the grace period if there is one.
    static func failed(signed day: Double, graceUntil end: Double? = nil) -> RenewalFact {
        make(signed: day) {
            $0.isInBillingRetry = true
            $0.gracePeriodEnd = end.map { Milliseconds(days: $0) }
        }
    }
}

extension PurchaseHistory {
    static func make(
        _ facts: [TransactionFact],
        _ renewals: [RenewalFact] = []
    ) -> PurchaseHistory {
        var history = PurchaseHistory(.sample)
        for fact in facts { history.merge(fact) }
        for fact in renewals { history.merge(fact) }
        return history
    }
}

extension Milliseconds {
    /// A number of days since 1970.
    init(days: Double) {
        self = Milliseconds(days * Double(Milliseconds.day))
    }
}
