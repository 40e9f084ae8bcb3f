package import LocalAppStore
package import StrictJSON

/// An action on a transaction: by the customer, the app or the App Store.
package enum TransactionAction: StoreAction {
    case approve
    case decline
    case resolveIssue
    case finish
    /// Refunds a purchase, or a number of seats of a subscription.
    case refund(LedgerEntry.RevocationReason, seats: Int?)
    case requestRefund(ConsumptionRequestReason)
    case decideRefund(RefundRequest.Decision)
    case reverseRefund

    package enum Name: String, StoreActionName {
        case approve
        case decline
        case resolveIssue
        case finish
        case refund
        case requestRefund
        case decideRefund
        case reverseRefund

        package var members: [String] {
            switch self {
            case .refund: ["reason", "seats"]
            case .requestRefund: ["reason"]
            case .decideRefund: ["decision"]
            case .approve, .decline, .resolveIssue, .finish, .reverseRefund: []
            }
        }
    }

    /// The reason of a request for which the customer states none.
    package static let defaultRequestReason = ConsumptionRequestReason.other

    package init(_ name: Name, _ node: JSONNode) throws(JSONMismatch) {
        switch name {
        case .approve: self = .approve
        case .decline: self = .decline
        case .resolveIssue: self = .resolveIssue
        case .finish: self = .finish
        case .refund:
            let reasons = LedgerEntry.RevocationReason.allCases
            let reason = try node["reason"].given?.choice(of: reasons) { "\($0)" }
            self = .refund(reason ?? .other, seats: try node["seats"].given?.seatCount())
        case .requestRefund:
            let reasons = ConsumptionRequestReason.allCases
            let reason = try node["reason"].given?.choice(of: reasons)
            self = .requestRefund(reason ?? Self.defaultRequestReason)
        case .decideRefund:
            self = .decideRefund(try node["decision"].choice(of: RefundRequest.Decision.allCases))
        case .reverseRefund: self = .reverseRefund
        }
    }

    /// Runs the action in the store of the transaction's customer.
    ///
    /// Returns the changed transaction, or the new one of a payment.
    @discardableResult
    package func run(on id: LedgerEntry.ID, in store: Store) throws(StoreError) -> LedgerEntry {
        switch self {
        case .approve: return try store.approve(id)
        case .decline: return try store.decline(id)
        case .resolveIssue: return try store.resolveIssue(id)
        case .finish: return try finish(id, in: store)
        case .refund(let reason, seats: nil): return try store.refunds.refund(id, reason: reason)
        case .refund(let reason, let count?):
            try store.refunds.refundSeats(count, of: id, reason: reason)
        case .requestRefund(let reason): try store.refunds.request(id, reason: reason)
        case .decideRefund(let decision): try store.refunds.decide(of: id, decision)
        case .reverseRefund: return try store.refunds.reverse(id)
        }
        return try store.requiredEntry(id)
    }

    /// Finishes a transaction; a failed one is in the ledger no more.
    private func finish(_ id: LedgerEntry.ID, in store: Store) throws(StoreError) -> LedgerEntry {
        let entry = try store.requiredEntry(id)
        try store.finish([id])
        return try store.entry(id) ?? entry
    }
}

extension JSONNode {
    func seatCount() throws(JSONMismatch) -> Int { try integer(in: 1...SeatPricing.limit) }
}
