import AppReceipt
package import Foundation

/// Decides about a customer's request for a refund.
package struct RefundRequestRule {
    package let entry: LedgerEntry
    /// The request about the purchase that waits for a decision.
    package let openRequest: RefundRequest?
    package let date: Date

    package init(_ entry: LedgerEntry, openRequest: RefundRequest?, at date: Date) {
        self.entry = entry
        self.openRequest = openRequest
        self.date = date
    }

    /// Requests a refund, about which the developer of a consumable or a subscription is asked.
    ///
    /// - Throws: `.unsuitableEntry` if the purchase cannot be refunded, or if another request about
    ///   it waits for a decision.
    package func request(
        because reason: ConsumptionRequestReason
    ) throws(StoreError) -> [LedgerEdit] {
        try RefundRule.requireRefundable(entry)
        guard openRequest == nil else {
            throw .unsuitableEntry(id: entry.id, needs: "without an open request for a refund")
        }
        let request = RefundRequest(id: 0, entryID: entry.id, reason: reason, requestDate: date)
        let insertion = LedgerEdit.insertRefundRequest(request, of: entry.customerID)
        guard hasConsumption else { return [insertion] }
        let question = LedgerEdit.notify(
            NotificationEvent(.consumptionRequest),
            about: entry,
            consumptionRequestReason: reason,
            at: date
        )
        return [question, insertion]
    }

    /// Stores the developer's report; no changes if it was not requested, or is late.
    ///
    /// - Throws: `.refusedRequest` with `.unsupportedProductKind` if the purchase is neither a
    ///   consumable nor an auto-renewable subscription.
    package func report(_ report: ConsumptionReport) throws(StoreError) -> [LedgerEdit] {
        guard hasConsumption else { throw .refusedRequest(.unsupportedProductKind) }
        guard var request = openRequest, request.acceptsReport(at: date) else { return [] }
        request.consumption = report
        return [.saveRefundRequest(request)]
    }

    /// Declines the refund.
    package func decline() throws(StoreError) -> [LedgerEdit] {
        [
            .saveRefundRequest(try requiredRequest().decided(.declined, at: date)),
            .notify(NotificationEvent(.refundDeclined), about: entry, at: date),
        ]
    }

    /// - Throws: `.unsuitableEntry` without a request that waits for a decision.
    package func requiredRequest() throws(StoreError) -> RefundRequest {
        guard let openRequest else {
            throw .unsuitableEntry(id: entry.id, needs: "with an open request for a refund")
        }
        return openRequest
    }

    /// Whether the developer is asked about the purchase before it is refunded.
    private var hasConsumption: Bool {
        entry.kind == .consumable || entry.kind == .autoRenewableSubscription
    }
}

extension RefundRequest {
    /// The request after a decision.
    func decided(_ decision: Decision, at date: Date) -> RefundRequest {
        var decided = self
        decided.decision = decision
        decided.decisionDate = date
        return decided
    }
}
