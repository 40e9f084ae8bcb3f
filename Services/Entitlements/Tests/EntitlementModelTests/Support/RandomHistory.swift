import Foundation
import TestCluster

@testable import EntitlementModel

/// Statements about one purchase that contradict each other in every way.
struct RandomHistory {
    /// The days at which their outcome is looked at.
    static let days: [Double] = [-1, 0, 5, 15, 25, 35, 45, 65, 95, 125, 400]

    private static let seats: [Int32?] = [nil, 0, 1, 8, .max]

    let facts: [TransactionFact]
    let renewals: [RenewalFact]

    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        facts = (0..<14).map { Self.fact(UInt8($0), &generator) }
        renewals = (0..<8).map { Self.renewal(UInt8($0), &generator) }
    }

    /// The history of the statements in random order, some of them repeated.
    func history(using generator: inout SplitMix64) -> PurchaseHistory {
        let numbers = Array(0..<(facts.count + renewals.count))
        var parts = [PurchaseHistory(.sample), PurchaseHistory(.sample)]
        for number in (numbers + numbers.prefix(9)).shuffled(using: &generator) {
            let part = Int.random(in: 0...1, using: &generator)
            if number < facts.count {
                parts[part].merge(facts[number])
            } else {
                parts[part].merge(renewals[number - facts.count])
            }
        }
        parts[0].merge(parts[1])
        return parts[0]
    }

    private static func fact(_ number: UInt8, _ generator: inout SplitMix64) -> TransactionFact {
        let start = [0, 0, 10, 20, 30, 40].randomElement(using: &generator) ?? 0
        let signed = Double(Int.random(in: 0..<6, using: &generator))
        let isRevoked = generator.chance(0.3)
        let seats = Self.seats.randomElement(using: &generator) ?? nil
        var fact = TransactionFact.make(
            "\(Int.random(in: 1...5, using: &generator))",
            "product\(start)",
            at: Double(start),
            until: [30, 40, 60].randomElement(using: &generator),
            signed: signed,
            revoked: isRevoked ? Double(Int.random(in: 0..<70, using: &generator)) : nil,
            token: [nil, nil, .first, .second].randomElement(using: &generator) ?? nil,
            isOfReceipt: generator.chance(0.2),
            hasEnd: generator.chance(0.9),
            digest: number
        ) {
            $0.isUpgraded = generator.chance(0.25)
            $0.sharesPeriod = generator.chance(0.5)
            $0.seats = seats
            $0.isAssigned = generator.chance(0.25)
            $0.isBilledMonthly = generator.chance(0.5)
            $0.appTransactionID = generator.chance(0.5) ? "a\(number)" : nil
            $0.offerDiscountType = generator.chance(0.2) ? "FREE_TRIAL" : nil
            $0.reason = generator.chance(0.5) ? "RENEWAL" : nil
        }
        if generator.chance(0.2) {
            let refund = TransactionFact.SeatRefund(
                seats: Int32.random(in: 1...3, using: &generator),
                signingDate: Milliseconds(number) * .day
            )
            fact.merge(
                TransactionFact(
                    key: .sample,
                    transactionID: fact.transactionID,
                    terms: fact.terms,
                    seatRefund: refund
                )
            )
        }
        return fact
    }

    private static func renewal(_ number: UInt8, _ generator: inout SplitMix64) -> RenewalFact {
        .make(signed: Double(10 * Int.random(in: 0..<6, using: &generator)), digest: number) {
            let graceDays: [Double?] = [nil, 45, 70]
            let grace = graceDays.randomElement(using: &generator) ?? nil
            $0.gracePeriodEnd = grace.map { Milliseconds(days: $0) }
            $0.isInBillingRetry = generator.chance(0.5)
            $0.autoRenews = [nil, true, false].randomElement(using: &generator) ?? nil
            $0.priceIncreaseStatus = [nil, 0, 1].randomElement(using: &generator) ?? nil
            $0.expirationIntent = generator.chance(0.2) ? 1 : nil
        }
    }
}
