package import AppReceipt
import Foundation

/// A product that a customer may use, or could use until a renewal failed.
package typealias Entitlement = OfflineEntitlements.Entitlement

/// The rule that turns purchases and grants into entitlements.
package struct EntitlementRule: Sendable {
    /// The billing retry period of the App Store after an expiration.
    ///
    /// Source: Apple, *Reducing involuntary subscriber churn*. It limits the effect of a lost
    /// notification.
    private static let longestBillingRetry = 60 * Milliseconds.day
    /// The billing retry period after a month of a commitment.
    ///
    /// Source: Apple, *Managing the life cycle of monthly subscriptions with a 12-month
    /// commitment*, which also excludes a grace period.
    private static let longestCommitmentRetry = 90 * Milliseconds.day

    /// The last date that JSON can represent: the end of the year 9999.
    private static let latestDate: Milliseconds = 253_402_300_799_000

    package let catalog: ProductCatalog

    package init(_ catalog: ProductCatalog) {
        self.catalog = catalog
    }

    /// Returns the entitlements by purchases and grants at a point in time, in the order of name,
    /// product and original transaction.
    ///
    /// Of several grants with the same name, the one with the latest end counts.
    package func judge(
        _ purchases: some Sequence<Purchase>,
        _ grants: some Sequence<Grant> = [],
        at now: Milliseconds
    ) -> Judgement {
        var judgement = Judgement()
        for purchase in purchases { judge(purchase, at: now, &judgement) }
        var ends: [[UInt8]: Milliseconds] = [:]
        for grant in grants {
            let name = Array(grant.name.utf8)
            ends[name] = max(ends[name] ?? .min, grant.until ?? .max)
        }
        for (name, end) in ends where end > now {
            let end = end == .max ? nil : end
            judgement.add(entitlement(granted: name, until: end), until: end)
        }
        judgement.entitlements.sort { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
        return judgement
    }

    /// Entitlements, with the next date at which time changes them.
    package struct Judgement: Hashable, Sendable {
        package var entitlements: [Entitlement] = []
        /// The first point in time at which the list may differ; `nil` if time changes nothing.
        package var nextChange: Milliseconds?

        /// Adds entitlements from another source.
        package mutating func merge(_ other: Judgement, source: Entitlement.Source) {
            for var entitlement in other.entitlements {
                entitlement.source = source
                entitlements.append(entitlement)
            }
            entitlements.sort { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
            if let date = other.nextChange { change(at: date) }
        }

        fileprivate mutating func add(_ entitlement: Entitlement, until end: Milliseconds?) {
            entitlements.append(entitlement)
            if let end { change(at: end) }
        }

        fileprivate mutating func change(at date: Milliseconds) {
            nextChange = min(nextChange ?? date, date)
        }
    }

    private func judge(
        _ purchase: Purchase,
        at now: Milliseconds,
        _ judgement: inout Judgement
    ) {
        // Renewals are charged up to a day before their period begins.
        guard purchase.purchaseDate <= now else {
            return judgement.change(at: purchase.purchaseDate)
        }
        guard !purchase.isRevoked, isLasting(purchase) else { return }
        let end = self.end(of: purchase)
        guard let end, end <= now else {
            return judgement.add(entitlement(purchase, .active, until: end), until: end)
        }
        // A renewal info from before the period doesn't apply to the period's end.
        guard let renewal = purchase.renewal, purchase.expirationDate != nil,
            renewal.signingDate >= purchase.purchaseDate
        else { return }
        let graceEnd = purchase.isBilledMonthly ? nil : renewal.gracePeriodEnd
        if let graceEnd, graceEnd > now {
            let entitlement = entitlement(purchase, .gracePeriod, until: graceEnd)
            return judgement.add(entitlement, until: graceEnd)
        }
        let retryEnd = Self.retryEnd(after: end, isBilledMonthly: purchase.isBilledMonthly)
        guard renewal.isInBillingRetry, retryEnd > now else { return }
        let lost = max(end, graceEnd ?? end)
        judgement.add(entitlement(purchase, .billingRetry, until: lost), until: retryEnd)
    }

    /// Whether the product gives access, unlike a consumable.
    ///
    /// A receipt may not distinguish consumables from non-consumables. Without a type, a product
    /// counts only if it expires or is configured.
    private func isLasting(_ purchase: Purchase) -> Bool {
        guard let type = purchase.productType.map(TransactionPayload.ProductType.init) else {
            return end(of: purchase) != nil || catalog.names[purchase.productID] != nil
        }
        return type != .consumable
    }

    private func end(of purchase: Purchase) -> Milliseconds? {
        if let expirationDate = purchase.expirationDate { return expirationDate }
        return catalog.durations[purchase.productID].map(purchase.purchaseDate.adding)
    }

    private func entitlement(
        _ purchase: Purchase,
        _ state: Entitlement.State,
        until end: Milliseconds?
    ) -> Entitlement {
        Entitlement(
            name: catalog.name(of: purchase.productID),
            productIdentifier: purchase.productID,
            originalTransactionIdentifier: purchase.originalTransactionID,
            state: state,
            isGranted: state != .billingRetry,
            until: end.map { min($0, Self.latestDate).date },
            seats: purchase.isAssigned ? nil : purchase.seats.map { Int(clamping: $0) },
            role: purchase.isAssigned ? .member : purchase.seats.map { _ in .purchaser }
        )
    }

    /// The latest end of the App Store's billing retry period.
    static func retryEnd(after end: Milliseconds, isBilledMonthly: Bool) -> Milliseconds {
        end.adding(isBilledMonthly ? longestCommitmentRetry : longestBillingRetry)
    }

    private func entitlement(granted name: [UInt8], until end: Milliseconds?) -> Entitlement {
        Entitlement(
            name: String(decoding: name, as: UTF8.self),
            state: .active,
            isGranted: true,
            until: end.map { min($0, Self.latestDate).date },
            source: .grant
        )
    }
}

extension Entitlement.Source {
    /// A purchase in the sandbox, which counts for a tester.
    package static let sandbox = Self(rawValue: "sandbox")
}

extension Entitlement {
    fileprivate var sortKey: [UInt8] {
        Array(
            [name, productIdentifier ?? "", originalTransactionIdentifier ?? ""]
                .joined(separator: "\u{0}").utf8
        )
    }
}
