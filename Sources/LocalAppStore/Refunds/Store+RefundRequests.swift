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
        try change { writer, date in
            let entry = try writer.reader.refundableEntry(id)
            guard try writer.reader.openRefundRequest(ofEntry: id) == nil else {
                throw StoreError.unsuitableEntry(
                    id: id,
                    needs: "without an open request for a refund"
                )
            }
            if entry.hasConsumption {
                try writer.notify(
                    NotificationEvent(.consumptionRequest),
                    about: entry,
                    consumptionRequestReason: reason.rawValue,
                    at: date
                )
            }
            return try writer.insert(
                RefundRequest(id: 0, entryID: entry.id, reason: reason, requestDate: date)
            )
        }
    }

    /// The customer's requests for refunds, oldest first.
    public func requests() throws(StoreError) -> [RefundRequest] {
        try read { try $0.refundRequests() }
    }

    /// The requests for refunds of a purchase of the customer, oldest first.
    package func requests(about id: LedgerEntry.ID) throws(StoreError) -> [RefundRequest] {
        try read { try $0.refundRequests(ofEntry: id) }
    }

    /// Those of some transactions of any customers about which a request waits for a decision.
    package func openRequests(
        about ids: some Collection<LedgerEntry.ID>
    ) throws(StoreError) -> Set<LedgerEntry.ID> {
        guard let first = ids.min(), let last = ids.max() else { return [] }
        return try read { try $0.entriesWithOpenRefundRequest(in: first...last) }
    }

    /// The number of requests of all customers that wait for a decision.
    package func openRequestCount() throws(StoreError) -> Int {
        try readSettled { try $0.openRefundRequestCount() }
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
        try change { writer, date in
            let entry = try writer.reader.requiredEntry(id)
            guard entry.hasConsumption else {
                throw StoreError.refusedRequest(.unsupportedProductKind)
            }
            guard var request = try writer.reader.openRefundRequest(ofEntry: id),
                request.acceptsReport(at: date)
            else { return false }
            request.consumption = report
            try writer.save(request)
            return true
        }
    }

    /// Decides about the request for a refund of a purchase; the approved one is refunded now.
    ///
    /// - Throws: `.unsuitableEntry` if no request about the purchase waits for a decision.
    public func decide(
        of id: Int64,
        _ decision: RefundRequest.Decision
    ) throws(StoreError) {
        try change { writer, date in
            let entry = try writer.reader.requiredEntry(id)
            guard let request = try writer.reader.openRefundRequest(ofEntry: id) else {
                throw StoreError.unsuitableEntry(id: id, needs: "with an open request for a refund")
            }
            switch decision {
            case .approved:
                try writer.refund(id, because: request.reason.revocationReason, at: date)
            case .declined:
                try writer.closeRefundRequest(ofEntry: id, .declined, at: date)
                try writer.notify(NotificationEvent(.refundDeclined), about: entry, at: date)
            }
        }
    }
}

extension LedgerEntry {
    /// Whether the developer is asked about the purchase before it is refunded.
    var hasConsumption: Bool { kind == .consumable || kind == .autoRenewableSubscription }
}

extension LedgerWriter {
    /// Records the decision about the request that waits for one, if there is such a request.
    func closeRefundRequest(
        ofEntry id: Int64,
        _ decision: RefundRequest.Decision,
        at date: Date
    ) throws {
        guard var request = try reader.openRefundRequest(ofEntry: id) else { return }
        request.decision = decision
        request.decisionDate = date
        try save(request)
    }
}
