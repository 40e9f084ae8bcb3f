package import LocalAppStore
package import StrictJSON

/// An action on a transaction: by the customer, the app or the App Store.
package enum TransactionAction: Equatable, Sendable {
    case approve
    case decline
    case retry
    case finish
    case refund(LedgerEntry.RevocationReason)
    case requestRefund(ConsumptionRequestReason)
    case decideRefund(RefundRequest.Decision)
    case reverseRefund

    /// The name of an action in JSON: the `operationId` of the control API, and the member of a
    /// scenario's step.
    package enum Name: String, CaseIterable, Sendable {
        case approve
        case decline
        case retry
        case finish
        case refund
        case requestRefund
        case decideRefund
        case reverseRefund

        /// The members of the action, beside the transaction.
        package var members: [String] {
            switch self {
            case .refund, .requestRefund: ["reason"]
            case .decideRefund: ["decision"]
            case .approve, .decline, .retry, .finish, .reverseRefund: []
            }
        }
    }

    /// Reads the members of an action; a missing reason is the other one.
    package init(_ name: Name, _ node: JSONNode) throws(JSONMismatch) {
        switch name {
        case .approve: self = .approve
        case .decline: self = .decline
        case .retry: self = .retry
        case .finish: self = .finish
        case .refund:
            let reasons = LedgerEntry.RevocationReason.allCases
            let reason = try node["reason"].given?.choice(of: reasons) { "\($0)" }
            self = .refund(reason ?? .other)
        case .requestRefund:
            let reasons = ConsumptionRequestReason.allCases
            self = .requestRefund(try node["reason"].given?.choice(of: reasons) ?? .other)
        case .decideRefund:
            self = .decideRefund(try node["decision"].choice(of: RefundRequest.Decision.allCases))
        case .reverseRefund: self = .reverseRefund
        }
    }

    /// Runs the action in the store of the customer who has the transaction.
    ///
    /// Returns the changed transaction, or the new one of a payment.
    @discardableResult
    package func run(on id: LedgerEntry.ID, in store: Store) throws(StoreError) -> LedgerEntry {
        switch self {
        case .approve: return try store.approve(id)
        case .decline: return try store.decline(id)
        case .retry: return try store.resolveIssue(id)
        case .finish: return try finish(id, in: store)
        case .refund(let reason): return try store.refunds.refund(id, reason: reason)
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
