import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// The response about a purchase that an up-to-date entitlement service would send.
struct EntitlementExpectation: Equatable, Sendable {
    /// The state; `nil` if the service would not list the purchase.
    let state: ServiceEntitlement.State?
    /// The end of the access; `nil` if the service may choose it.
    let until: Date?

    var isGranted: Bool { state == .active || state == .gracePeriod }

    init(of subscription: CustomerSubscription) {
        switch subscription.status {
        case .subscribed: (state, until) = (.active, subscription.expirationDate)
        case .inGracePeriod:
            (state, until) = (.gracePeriod, subscription.billingIssue?.gracePeriodEnd)
        case .inBillingRetryPeriod: (state, until) = (.billingRetry, nil)
        case .expired, .revoked: (state, until) = (nil, nil)
        }
    }

    /// Makes the expectation of a purchase that does not end.
    init(ofLasting entry: LedgerEntry) {
        state = entry.revocationDate == nil ? .active : nil
        until = nil
    }

    /// Whether a service agrees, for each name that it gives to the purchase.
    func isMet(by entitlements: [ServiceEntitlement]) -> Bool {
        guard let state else { return entitlements.isEmpty }
        return !entitlements.isEmpty
            && entitlements.allSatisfy {
                $0.state == state && $0.isGranted == isGranted && isSameEnd($0.until)
            }
    }

    /// Whether two ends are the same; a service may round them to seconds, and need not state them.
    private func isSameEnd(_ other: Date?) -> Bool {
        guard let until, let other else { return true }
        return abs(until.timeIntervalSince(other)) < 1
    }

    var json: JSONValue {
        .members([
            "isGranted": .bool(isGranted),
            "state": state.map { .string($0.rawValue) },
            "until": until.map(JSONValue.date),
        ])
    }
}

/// Whether the notifications about a purchase have arrived.
struct NotificationProgress: Equatable, Sendable {
    /// Whether one of them is under way for the first time, or again.
    let isUnderWay: Bool
    /// The newest one that has failed so far.
    let undelivered: UUID?

    /// Makes the progress of notifications, newest first, that a server sends.
    init(of records: [NotificationRecord]) {
        isUnderWay = records.contains { record in
            guard let last = record.attempts.last else {
                return record.notification.nextAttemptDate != nil
            }
            return last.result == nil
        }
        let undelivered = records.first { record in
            record.attempts.last?.result.map { $0 != .success } ?? false
        }
        self.undelivered = undelivered?.notification.identifier
    }
}
