import AppReceipt
import EntitlementModel
import Foundation

/// All that is known about a customer, as support needs it.
///
/// Each list contains its newest elements, up to a limit.
struct SupportView: Sendable {
    let customer: CustomerID
    let names: [Name]
    let isTester: Bool
    let now: Milliseconds
    /// The entitlements as responses have them.
    let entitlements: EntitlementJSON
    let purchases: [Purchase]
    let grants: [CustomerStatement]
    let balances: [CustomerBalances.Balance]
    let statements: [CustomerStatement]
    let events: [Event]
    let timeline: [TimelineEntry]
    /// Whether no list is cut.
    let isComplete: Bool

    /// A name of the customer, with its link.
    struct Name: Sendable {
        let name: CustomerID
        /// The name that it is linked to, and the statement of the link.
        var link: (parent: CustomerID, statement: CustomerStatement)?
    }

    /// A purchase, with its documents.
    struct Purchase: Sendable {
        let environment: PurchaseEnvironment
        let state: State
        let current: EntitlementModel.Purchase
        let owners: [CustomerID]
        /// The newest renewal info.
        let renewal: RenewalFact?
        /// The transactions, the newest first.
        let transactions: [TransactionFact]
        let startDate: Milliseconds
        let documents: [Document]
    }

    enum State: String {
        case active, gracePeriod, billingRetry, expired, revoked, credited
    }

    /// A signed document without its content.
    struct Document: Sendable {
        let id: UUID
        let kind: String
        let type: String?
        let subtype: String?
        let signingDate: Milliseconds
        let arrival: Milliseconds
    }

    /// An event, and whether it was accepted.
    struct Event: Sendable {
        let sequence: Int64
        let date: Milliseconds
        let id: UUID
        let type: String
        /// `nil` also if it cannot be read.
        let cause: TimelineEntry?
        /// `nil` without a URL for events.
        let delivery: DeliveryState?
    }

    enum DeliveryState: String {
        case pending, delivered, dead
    }
}

extension SupportView.Purchase {
    /// Creates a purchase from its history; `nil` before the first transaction.
    init?(
        _ history: PurchaseHistory,
        _ owners: [CustomerID],
        _ documents: [SupportView.Document],
        by rule: EntitlementRule,
        at now: Milliseconds
    ) {
        guard let current = history.purchase(begunBy: now) ?? history.purchase() else { return nil }
        environment = history.key.scope.environment
        self.current = current
        self.owners = owners
        self.documents = documents
        renewal = history.renewals.values.max { $0.watermark < $1.watermark }
        transactions = history.transactions.values.sorted {
            ($0.terms.purchaseDate, $0.transactionID) > ($1.terms.purchaseDate, $1.transactionID)
        }
        startDate = transactions.last?.terms.purchaseDate ?? current.purchaseDate
        let entitlement = rule.judge([current], at: max(now, current.purchaseDate))
            .entitlements.first
        state = entitlement.map { .init($0.state) } ?? current.state(by: rule)
    }

    /// The transaction of the current period, for its price and offer.
    var deciding: TransactionFact? {
        transactions.first {
            $0.terms.purchaseDate == current.purchaseDate && $0.terms.productID == current.productID
        }
    }
}

extension SupportView.State {
    fileprivate init(_ state: Entitlement.State) {
        switch state {
        case .gracePeriod: self = .gracePeriod
        case .billingRetry: self = .billingRetry
        default: self = .active
        }
    }
}

extension EntitlementModel.Purchase {
    /// The state of a purchase without an entitlement.
    fileprivate func state(by rule: EntitlementRule) -> SupportView.State {
        if isRevoked { return .revoked }
        let ends = expirationDate != nil || rule.catalog.durations[productID] != nil
        return isConsumable || !ends ? .credited : .expired
    }
}
