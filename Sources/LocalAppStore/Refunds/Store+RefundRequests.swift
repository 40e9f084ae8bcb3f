import AppReceipt
import Foundation
import StoreLedger
import StoreModel

// Requests of customers for refunds.
extension Store.Refunds {
    /// Asks for a refund, as a customer does at the App Store.
    ///
    /// The developer is asked about a consumable and about an auto-renewable subscription.
    ///
    /// - Throws: `.unsuitableEntry` if the purchase cannot be refunded, or if another request about
    ///   it waits for a decision.
    @discardableResult
    public func request(
        _ id: Int64,
        reason: ConsumptionRequestReason
    ) throws(StoreError) -> RefundRequest {
        try store.change { writer, date in
            let rule = try writer.reader.request(about: id, at: date)
            try writer.apply(rule.request(because: reason))
            return try writer.reader.request(about: id, at: date).requiredRequest()
        }
    }

    /// The customer's requests for refunds, oldest first.
    public func requests() throws(StoreError) -> [RefundRequest] {
        try store.read { try $0.refundRequests() }
    }

    /// The requests for refunds of a purchase of the customer, oldest first.
    package func requests(about id: LedgerEntry.ID) throws(StoreError) -> [RefundRequest] {
        try store.read { try $0.refundRequests(ofEntry: id) }
    }

    /// The transactions with a pending refund request, among some transactions of any customers.
    package func openRequests(
        about ids: some Collection<LedgerEntry.ID>
    ) throws(StoreError) -> Set<LedgerEntry.ID> {
        guard let first = ids.min(), let last = ids.max() else { return [] }
        return try store.read { try $0.entriesWithOpenRefundRequest(in: first...last) }
    }

    /// The number of requests of all customers that wait for a decision.
    package func openRequestCount() throws(StoreError) -> Int {
        try store.readSettled { try $0.openRefundRequestCount() }
    }

    /// Stores the developer's report about a purchase.
    ///
    /// A later report replaces an earlier one. A report that was not requested, or that is received
    /// more than ``RefundRequest/reportingPeriod`` after the request, is not stored.
    ///
    /// - Returns: Whether the report was stored.
    /// - Throws: `.refusedRequest` with `.unsupportedProductKind` if the purchase is neither a
    ///   consumable nor an auto-renewable subscription.
    @discardableResult
    package func recordConsumption(
        _ report: ConsumptionReport,
        of id: Int64
    ) throws(StoreError) -> Bool {
        try store.change { writer, date in
            let edits = try writer.reader.request(about: id, at: date).report(report)
            try writer.apply(edits)
            return !edits.isEmpty
        }
    }

    /// Decides about the request for a refund of a purchase; the approved one is refunded now.
    ///
    /// - Throws: `.unsuitableEntry` if no request about the purchase waits for a decision.
    public func decide(
        of id: Int64,
        _ decision: RefundRequest.Decision
    ) throws(StoreError) {
        try store.change { writer, date in
            let rule = try writer.reader.request(about: id, at: date)
            switch decision {
            case .approved:
                let reason = try rule.requiredRequest().reason.revocationReason
                let (revoked, edits) = try writer.reader.refund(of: id, because: reason, at: date)
                try writer.apply(edits)
                try writer.limitSeats(inPeriodOf: revoked, at: date)
            case .declined:
                try writer.apply(rule.decline())
            }
        }
    }
}

extension LedgerReader {
    fileprivate func request(
        about id: LedgerEntry.ID,
        at date: Date
    ) throws -> RefundRequestRule {
        RefundRequestRule(
            try requiredEntry(id),
            openRequest: try openRefundRequest(ofEntry: id),
            at: date
        )
    }
}
