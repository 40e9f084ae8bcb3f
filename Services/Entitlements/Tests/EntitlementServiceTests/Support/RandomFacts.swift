import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import TestCluster

@testable import EntitlementService

/// Statements about one purchase that contradict each other in every way.
struct RandomFacts {
    /// The days at which their outcome is looked at.
    static let days: [Double] = [-1, 0, 5, 15, 25, 35, 45, 65, 95, 125]

    private static let seats: [Int32?] = [nil, 0, 1, 8, .max]

    let facts: [TransactionFact]
    let renewals: [RenewalFact]

    init(seed: UInt64, original: String) {
        var generator = SplitMix64(seed: seed)
        facts = (0..<14).map { number in
            let start = [0, 0, 10, 20, 30, 40].randomElement(using: &generator) ?? 0
            let payload = TransactionPayload.make(
                "\(Int.random(in: 1...5, using: &generator))",
                original: original,
                product: "product\(start)",
                token: [nil, nil, UUID.account, .otherAccount].randomElement(using: &generator)
                    ?? nil,
                purchased: .start + Double(start) * .day,
                expires: .start + ([30, 40, 60].randomElement(using: &generator) ?? 30) * .day,
                isUpgraded: Int.random(in: 0..<4, using: &generator) == 0,
                reason: Bool.random(using: &generator) ? .seatAddition : nil
            )
            return TransactionFact(
                payload,
                signed: .start + Double(Int.random(in: 0..<6, using: &generator)),
                isRevoked: Int.random(in: 0..<3, using: &generator) == 0,
                isOfReceipt: Int.random(in: 0..<5, using: &generator) == 0,
                seats: Self.seats.randomElement(using: &generator) ?? nil,
                isAssigned: Int.random(in: 0..<4, using: &generator) == 0,
                isBilledMonthly: Bool.random(using: &generator),
                digest: UInt8(number)
            )
        }
        renewals = (0..<6).map { number in
            let day = Double(10 * Int.random(in: 0..<6, using: &generator))
            let signed = Date.start + day * .day
            let graceDays: [Double?] = [nil, 45, 70]
            let grace = graceDays.randomElement(using: &generator) ?? nil
            return RenewalFact(
                key: PurchaseKey(scope: .shop, originalTransactionID: original),
                watermark: Watermark(signingDate: Milliseconds(signed), digest: [UInt8(number)]),
                gracePeriodEnd: grace.map { Milliseconds(Date.start + $0 * .day) },
                isInBillingRetry: Bool.random(using: &generator)
            )
        }
    }

    var history: PurchaseHistory? {
        var set = FactSet()
        for fact in facts { set.insert(fact) }
        for renewal in renewals { set.insert(renewal) }
        return set.histories.values.first
    }
}

// A second implementation of the rule.
extension PurchaseHistory {
    var owner: UUID? {
        transactions.values.filter { $0.claim != nil }.max { $0.age < $1.age }?.claim?.token
    }

    func entitlements(at date: Date) -> [Entitlement] {
        let now = Milliseconds(date)
        let begun = transactions.values.filter { $0.terms.purchaseDate <= now }
        let newest = begun.max {
            ($0.terms.purchaseDate, $0.isUpgraded ? 0 : 1, $0.transactionID)
                < ($1.terms.purchaseDate, $1.isUpgraded ? 0 : 1, $1.transactionID)
        }
        guard let newest else { return [] }
        let period = begun.filter { other in
            other == newest
                || other.terms.expirationDate == newest.terms.expirationDate
                    && (other.sharesPeriod || newest.sharesPeriod)
        }
        guard
            let granting = period.filter({ !$0.terms.watermark.isRevoked && !$0.isUpgraded })
                .max(by: { $0.age < $1.age })
        else { return [] }
        let seats = period.filter { !$0.terms.watermark.isRevoked && !$0.isUpgraded }
            .compactMap { $0.details?.seats }
        let purchase = Purchase(
            originalTransactionID: granting.key.originalTransactionID,
            productID: granting.terms.productID,
            productType: granting.details?.productType,
            purchaseDate: newest.terms.purchaseDate,
            expirationDate: granting.terms.expirationDate,
            seats: seats.isEmpty ? nil : seats.reduce(0) { $0 + Int64($1) },
            isAssigned: granting.details?.isAssigned ?? false,
            isBilledMonthly: granting.details?.isBilledMonthly ?? false,
            renewal: renewals.values.max { $0.watermark < $1.watermark }.map {
                Purchase.Renewal(
                    signingDate: $0.watermark.signingDate,
                    gracePeriodEnd: $0.gracePeriodEnd,
                    isInBillingRetry: $0.isInBillingRetry
                )
            }
        )
        return EntitlementRule(ProductCatalog()).judge([purchase], at: now).entitlements
    }
}

extension TransactionFact {
    fileprivate var age: (Milliseconds, String) { (terms.purchaseDate, transactionID) }
    fileprivate var isUpgraded: Bool { details?.isUpgraded ?? false }
    fileprivate var sharesPeriod: Bool { details?.sharesPeriod ?? false }

    /// Makes the statement of a payload as it would be signed.
    init(
        _ payload: TransactionPayload,
        signed: Date,
        isRevoked: Bool = false,
        isOfReceipt: Bool = false,
        seats: Int32? = nil,
        isAssigned: Bool = false,
        isBilledMonthly: Bool = false,
        digest: UInt8 = 0
    ) {
        let date = Milliseconds(signed)
        self.init(
            key: PurchaseKey(
                scope: .shop,
                originalTransactionID: payload.originalTransactionIdentifier ?? ""
            ),
            transactionID: payload.transactionIdentifier ?? "",
            terms: Terms(
                watermark: Watermark(signingDate: date, isRevoked: isRevoked, digest: [digest]),
                productID: payload.productIdentifier ?? "",
                purchaseDate: payload.purchaseDate.map { Milliseconds($0) } ?? 0,
                expirationDate: payload.expirationDate.map { Milliseconds($0) }
            ),
            claim: isOfReceipt
                ? nil : payload.appAccountToken.map { Claim(signingDate: date, token: $0) },
            details: isOfReceipt
                ? nil
                : Details(
                    signingDate: date,
                    digest: [digest],
                    isUpgraded: payload.isUpgraded ?? false,
                    sharesPeriod: payload.additionalTransactionReason != nil,
                    seats: seats,
                    isAssigned: isAssigned,
                    isBilledMonthly: isBilledMonthly,
                    productType: payload.productType?.rawValue
                )
        )
    }
}

extension TestService {
    /// Records statements together.
    func record(_ facts: [TransactionFact], _ renewals: [RenewalFact] = []) async throws {
        var set = FactSet()
        for fact in facts { set.insert(fact) }
        for renewal in renewals { set.insert(renewal) }
        let document = LoggedDocument(
            scope: .shop,
            shardKey: facts.first?.key.originalTransactionID ?? "",
            id: UUID(),
            kind: .transaction,
            signingDate: 0,
            content: ""
        )
        _ = try await ledger.record([Submission(document: document, facts: set)], in: database)
    }

    /// The state of a purchase, without its identifier.
    func state(of original: String) async throws -> [String] {
        let key = PurchaseKey(scope: .shop, originalTransactionID: original)
        let results = try await database.transaction { session in
            Commit(try await session.run(PurchaseTables.live.read(key)))
        }
        let known = try KnownPurchase(key, results[...])
        let purchase = "\(String(describing: known.state.purchase))"
        let others = known.history.transactions.values.map { "\($0)" }.sorted()
        let renewals = known.history.renewals.values.map { "\($0)" }.sorted()
        return ([purchase] + others + renewals)
            .map { $0.replacing("originalTransactionID: \"\(original)\"", with: "") }
    }
}
