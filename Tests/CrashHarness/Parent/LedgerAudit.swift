import Foundation
import LocalAppStore

/// Compares a ledger after a kill with the journal of its children.
///
/// It is a pure function of values, so that its tests can use any ledger.
struct LedgerAudit {
    let facts: JournalFacts
    let entries: [LedgerEntry]
    /// The entries after the previous kill.
    var earlier: [LedgerEntry] = []
    let catalog: Catalog

    private let byID: [Int64: LedgerEntry]
    private let payments: [LedgerEntry]

    init(
        facts: JournalFacts,
        entries: [LedgerEntry],
        earlier: [LedgerEntry] = [],
        catalog: Catalog
    ) {
        self.facts = facts
        self.entries = entries
        self.earlier = earlier
        self.catalog = catalog
        byID = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        payments = entries.filter { $0.state != .restored }
    }

    var problems: [Problem] {
        facts.reported.sorted { $0.key < $1.key }.flatMap { id, reports in
            reports.compactMap { problem(withReport: $0, id: id) }
        }
            + payments.compactMap(problem(withPayment:))
            + repeatedPayments + repeatedOwnership
            + finishingProblems + decisionProblems + refundProblems
            + earlier.compactMap(problem(withEarlier:))
    }

    private func problem(withReport reported: JournalFacts.Report, id: Int64) -> Problem? {
        guard let entry = byID[id] else {
            let mayBeGone =
                facts.mayBeDeleted(id) || isRepeatOfDeleted(reported)
                || reported.state == .restored && facts.begun(.finish).contains(id)
            return mayBeGone ? nil : .lost("entry \(id), reported as \(reported.state), is gone")
        }
        switch (reported.state, entry.state) {
        case (.purchased, .purchased):
            guard let amount = reported.amount, amount != entry.amountCharged else { return nil }
            return .lost("entry \(id) was \(amount) and is \(entry.amountCharged)")
        case (.purchased, .scheduled):
            // The payment queue shows both as purchased.
            return nil
        case (.deferred, _) where facts.begun(.approve).contains(id):
            return nil
        case (.deferred, .failed) where facts.begun(.decline).contains(id):
            return nil
        case (.failed, .purchased), (.deferred, .purchased):
            return .doubled("entry \(id), reported as \(reported.state), is charged")
        default:
            guard reported.state != entry.state else { return nil }
            return .lost("entry \(id), reported as \(reported.state), is \(entry.state)")
        }
    }

    /// Whether a purchase repeats a non-consumable's, which may have been deleted.
    ///
    /// The queue does not report what such a purchase belongs to.
    private func isRepeatOfDeleted(_ reported: JournalFacts.Report) -> Bool {
        guard let id = facts.intents[reported.name]?.productID else { return false }
        return catalog.product(withIdentifier: id)?.kind == .nonConsumable
            && facts.deletedProducts.contains(id)
    }

    private func problem(withPayment entry: LedgerEntry) -> Problem? {
        guard let intent = facts.intents[entry.paymentName] else {
            return .doubled("entry \(entry.id) has no payment \(entry.paymentName)")
        }
        if facts.refused.contains(intent.name), entry.state == .purchased {
            return .doubled("entry \(entry.id), whose payment failed, is charged")
        }
        guard entry.state != .purchased || hasRightPrice(entry) else {
            return .lost("entry \(entry.id) has the wrong price \(entry.price)")
        }
        guard !entry.isRenewal else { return nil }
        guard entry.productID == intent.productID, entry.quantity == intent.quantity,
            entry.requestedOffer == nil || intent.offerID != nil
        else { return .lost("entry \(entry.id) does not match payment \(intent.name)") }
        guard entry.state == .purchased, let id = intent.offerID else { return nil }
        return entry.offer == .promotional(id: id)
            ? nil : .lost("entry \(entry.id) does not have the offer of payment \(intent.name)")
    }

    private func hasRightPrice(_ entry: LedgerEntry) -> Bool {
        guard let product = catalog.product(withIdentifier: entry.productID) else { return false }
        switch product.kind {
        case .consumable, .nonRenewingSubscription:
            return entry.price == product.price
        case .nonConsumable:
            return entry.price == (entry.originalID == entry.id ? product.price : 0)
        case .autoRenewableSubscription:
            let regular =
                entry.billingPlan == .monthly
                ? product.subscription?.monthlyPlan?.price : product.price
            return entry.price == entry.offer.map { offerPrice($0, of: product) } ?? regular
        }
    }

    private func offerPrice(_ offer: LedgerEntry.Offer, of product: CatalogProduct) -> Decimal? {
        switch offer {
        case .introductory: product.subscription?.introductoryOffer?.price
        case .promotional(let id):
            product.subscription?.promotionalOffers.first { $0.id == id }?.price
        case .code, .winBack: nil
        }
    }

    /// A payment has one entry, that of its issue's resolution, and those of renewals.
    private var repeatedPayments: [Problem] {
        let tokens = Dictionary(grouping: entries, by: \.paymentToken).values
            .filter { $0.count > 1 }
        let names = Dictionary(grouping: payments, by: \.paymentName).values.map { family in
            let sorted = family.sorted { $0.id < $1.id }.filter { !$0.isRenewal }
            return sorted.first.map(isResolved) == true ? Array(sorted.dropFirst()) : sorted
        }
        .filter { $0.count > 1 }
        return (tokens + names).map { same in
            .doubled("payment \(same[0].paymentName) made entries \(same.map(\.id))")
        }
    }

    /// Whether the issue of an interrupted purchase may have been resolved.
    private func isResolved(_ entry: LedgerEntry) -> Bool {
        entry.failure?.underlying == .interrupted && !entry.hasIssue
            && facts.begun(.resolve).contains(entry.id)
    }

    /// A non-consumable is charged once.
    private var repeatedOwnership: [Problem] {
        let charged = payments.filter {
            $0.kind == .nonConsumable && $0.amountCharged > 0 && $0.revocationDate == nil
        }
        return Dictionary(grouping: charged, by: \.productID).filter { $0.value.count > 1 }
            .map { .doubled("\($0) is held more than once: \($1.map(\.id))") }
    }

    private var finishingProblems: [Problem] {
        let again = facts.ended(.finish).sorted().filter { byID[$0]?.isFinished == false }
        let unrequested = entries.filter {
            $0.isFinished && !$0.isKnownToOriginalAPIAlone
                && !facts.begun(.finish).contains($0.id)
        }
        return again.map { .doubled("entry \($0) was finished and is not any more") }
            + unrequested.map { .lost("entry \($0.id) is finished, which was not requested") }
    }

    /// Approvals, refusals and resolutions last.
    private var decisionProblems: [Problem] {
        let decided = facts.ended(.approve).union(facts.ended(.decline)).sorted().filter {
            byID[$0].map { $0.state == .deferred } ?? !facts.mayBeDeleted($0)
        }
        let unresolved = facts.ended(.resolve).sorted().filter { byID[$0]?.hasIssue == true }
        return decided.map { .lost("entry \($0) was decided about and is not any more") }
            + unresolved.map { .lost("the issue of entry \($0) was resolved and is not any more") }
    }

    private var refundProblems: [Problem] {
        let reversed = facts.ended(.refund).sorted().filter {
            byID[$0].map { $0.revocationDate == nil } ?? !facts.mayBeDeleted($0)
        }
        let begun = facts.originals(ofBegun: .refund)
        let unrequested = payments.filter {
            $0.revocationDate != nil && !begun.contains($0.originalID)
        }
        let otherReasons = payments.filter {
            $0.revocationDate != nil && $0.revocationReason != $0.expectedRevocationReason
        }
        return reversed.map { .doubled("entry \($0) was refunded and is not any more") }
            + unrequested.map { .lost("entry \($0.id) is refunded, which was not requested") }
            + otherReasons.map { .lost("entry \($0.id) has another reason for its refund") }
            + revocationProblems
    }

    /// A revocation is delivered until the app has received it.
    private var revocationProblems: [Problem] {
        let again = facts.ended(.acknowledge).sorted()
            .filter { byID[$0]?.isRevocationUndelivered == true }
        let undelivered = payments.filter {
            $0.revocationDate != nil && !$0.isRevocationUndelivered && $0.kind != .consumable
                && !facts.begun(.acknowledge).contains($0.id)
                && !facts.revokedProducts.contains($0.productID)
        }
        return again.map { .doubled("the revocation of entry \($0) is delivered again") }
            + undelivered.map { .lost("the revocation of entry \($0.id) was not delivered") }
    }

    /// A later crash must not undo what was in the ledger before.
    private func problem(withEarlier earlier: LedgerEntry) -> Problem? {
        guard let entry = byID[earlier.id] else {
            let mayBeGone =
                facts.mayBeDeleted(earlier.id, original: earlier.originalID)
                || earlier.state == .restored && facts.begun(.finish).contains(earlier.id)
            return mayBeGone ? nil : .lost("entry \(earlier.id) was there a launch ago")
        }
        if earlier.isFinished, !entry.isFinished {
            return .doubled("entry \(entry.id) was finished a launch ago")
        }
        guard earlier.state == .deferred || earlier.state == entry.state,
            earlier.state != .purchased || earlier.amountCharged == entry.amountCharged
        else { return .lost("entry \(entry.id) was \(earlier.state) a launch ago") }
        return nil
    }
}

extension LedgerEntry {
    /// Whether a purchase by StoreKit 2 made it, which delivers neither failures nor choices.
    fileprivate var isKnownToOriginalAPIAlone: Bool {
        purchaseAPI == .storeKit2 && (state == .failed || state == .scheduled)
    }
}
