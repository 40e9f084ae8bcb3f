import TestCluster

@testable import EntitlementModel

/// A random life of a subscription, as signed by the App Store, and its timeline.
struct SubscriptionLife {
    private(set) var facts: [TransactionFact] = []
    private(set) var renewals: [RenewalFact] = []
    /// The reasons with their days.
    private(set) var expected: [String] = []
    /// The day after the last statement.
    private(set) var day = 0

    private var generator: SplitMix64
    private var number = 0
    private var product = "monthly"
    /// The running period.
    private var start = 0
    private var end: Int { start + 30 }

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
        begin(.started, at: 0, reason: "PURCHASE")
        for _ in 0..<8 { liveOnePeriod() }
    }

    private mutating func liveOnePeriod() {
        if generator.chance(0.2) { upgrade() }
        if generator.chance(0.2) { refundEarlierPeriod() }
        if generator.chance(0.15) { return refundAndEnd() }
        if generator.chance(0.2) { refundAndReverse() }
        if generator.chance(0.3) {
            sign(.cancelled, at: day + 1) { $0.autoRenews = false }
            if generator.chance(0.5) { return expire() }
            sign(.uncancelled, at: day + 1)
        }
        generator.chance(0.4) ? fail() : renew()
    }

    // MARK: Transactions

    private mutating func begin(_ event: EventReason?, at day: Int, reason: String) {
        number += 1
        start = day
        self.day = max(day, self.day)
        facts.append(transaction(signed: self.day) { $0.reason = reason })
        if let event { expected.append("\(self.day) \(event)") }
    }

    private func transaction(
        signed: Int,
        revoked: Int? = nil,
        _ change: (inout TransactionFact.Details) -> Void = { _ in }
    ) -> TransactionFact {
        .make(
            "\(1000 + number)",
            product,
            at: Double(start),
            signed: Double(signed),
            revoked: revoked.map(Double.init),
            digest: UInt8(truncatingIfNeeded: facts.count),
            change
        )
    }

    private mutating func upgrade() {
        day += 1
        facts.append(transaction(signed: day) { $0.isUpgraded = true })
        product = product == "monthly" ? "premium" : "monthly"
        begin(.productChanged, at: day, reason: "PURCHASE")
    }

    private mutating func renew() {
        if generator.chance(0.3) {
            product = product == "monthly" ? "premium" : "monthly"
            begin(.productChanged, at: end, reason: "RENEWAL")
        } else {
            begin(.renewed, at: end, reason: "RENEWAL")
        }
        sign(nil, at: start)
    }

    private mutating func restart() {
        sign(nil, at: day) {
            $0.autoRenews = false
            $0.expirationIntent = 1
        }
        day += Int.random(in: 1...50, using: &generator)
        begin(.started, at: day, reason: "PURCHASE")
        sign(nil, at: day)
    }

    private mutating func expire() {
        day = end
        expected.append("\(day) expired")
        restart()
    }

    // MARK: Refunds

    private mutating func refundAndEnd() {
        day += 1
        facts.append(transaction(signed: day, revoked: day))
        expected.append("\(day) refunded")
        restart()
    }

    private mutating func refundAndReverse() {
        day += 1
        facts.append(transaction(signed: day, revoked: day))
        expected.append("\(day) refundReversed")
        day += 1
        facts.append(transaction(signed: day))
    }

    private mutating func refundEarlierPeriod() {
        let earlier = facts.last { $0.transactionID != "\(1000 + number)" }
        guard let earlier,
            !facts.contains(where: {
                $0.transactionID == earlier.transactionID && $0.lastRevocation != nil
            })
        else { return }
        day += 1
        var terms = earlier.terms
        terms.watermark = Watermark(
            signingDate: Milliseconds(day) * .day,
            isRevoked: true,
            digest: [UInt8(truncatingIfNeeded: facts.count)]
        )
        terms.revocationDate = terms.watermark.signingDate
        facts.append(
            TransactionFact(key: .sample, transactionID: earlier.transactionID, terms: terms)
        )
        expected.append("\(day) refunded")
    }

    // MARK: Renewal infos

    private mutating func sign(
        _ event: EventReason?,
        at day: Int,
        _ change: (inout RenewalFact) -> Void = { _ in }
    ) {
        self.day = day
        let digest = UInt8(truncatingIfNeeded: renewals.count)
        renewals.append(.make(signed: Double(day), digest: digest, change))
        if let event { expected.append("\(day) \(event)") }
    }

    /// Fails to renew, and recovers in the grace period, later, or never.
    private mutating func fail() {
        let failed = end
        let grace = generator.chance(0.5) ? failed + 16 : nil
        func issue(_ renewal: inout RenewalFact) {
            renewal.isInBillingRetry = true
            renewal.gracePeriodEnd = grace.map { Milliseconds($0) * .day }
        }
        sign(.billingIssue, at: failed, issue)
        if generator.chance(0.5) { sign(nil, at: failed + 5, issue) }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where grace != nil:
            expected.append("\(day) recovered")
            begin(nil, at: failed, reason: "RENEWAL")
            sign(nil, at: day + 1)
        case 1:
            begin(.recovered, at: failed + 30, reason: "RENEWAL")
            sign(nil, at: day)
        default:
            day = failed + 60
            expected.append("\(day) expired")
            restart()
        }
    }
}
