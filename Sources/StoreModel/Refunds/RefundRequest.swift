package import Foundation

/// A customer's request for a refund, and the decision of the App Store.
public struct RefundRequest: Sendable, Equatable, Identifiable {
    /// The number of the request.
    public var id: Int64
    /// The `id` of the purchase.
    public var entryID: Int64
    /// The customer's reason.
    public var reason: ConsumptionRequestReason
    /// The date of the request.
    package var requestDate: Date
    /// The developer's report about the purchase; `nil` without one.
    package var consumption: ConsumptionReport?
    /// The decision; `nil` before it.
    public var decision: Decision?
    /// The date of the decision.
    package var decisionDate: Date?

    package init(id: Int64, entryID: Int64, reason: ConsumptionRequestReason, requestDate: Date) {
        self.id = id
        self.entryID = entryID
        self.reason = reason
        self.requestDate = requestDate
    }

    /// A decision about a request.
    public enum Decision: String, Sendable, CaseIterable {
        /// The purchase was refunded.
        case approved
        /// The purchase was not refunded.
        case declined
    }

    /// The time in which the developer may report about the purchase, in seconds.
    ///
    /// Source: Apple's documentation of consumption requests.
    package static let reportingPeriod: TimeInterval = 12 * 3600

    /// Whether a report that is received at a date counts.
    package func acceptsReport(at date: Date) -> Bool {
        decision == nil && date <= requestDate + Self.reportingPeriod
    }
}

/// The reason for requesting a refund, with the names in Apple's notifications.
public enum ConsumptionRequestReason: String, Sendable, CaseIterable {
    /// The customer did not mean to buy.
    case unintendedPurchase = "UNINTENDED_PURCHASE"
    /// The customer did not receive the product, or it did not work.
    case fulfillmentIssue = "FULFILLMENT_ISSUE"
    /// The customer is not satisfied.
    case unsatisfiedWithPurchase = "UNSATISFIED_WITH_PURCHASE"
    /// The law entitles the customer.
    case legal = "LEGAL"
    /// Another reason.
    case other = "OTHER"

    /// The reason of the refund.
    ///
    /// Source: Apple documents which refunds are for an issue of the app; the requests that count
    /// as such are inference.
    package var revocationReason: LedgerEntry.RevocationReason {
        switch self {
        case .fulfillmentIssue, .unsatisfiedWithPurchase: .developerIssue
        case .unintendedPurchase, .legal, .other: .other
        }
    }
}
