import AppReceipt
public import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// Responds to a request as Apple's verifyReceipt does, for receipts of all customers of this
    /// store.
    ///
    /// - Parameters:
    ///   - body: The request's body: JSON with `receipt-data`, and optionally `password` and
    ///     `exclude-old-transactions`.
    ///   - method: The request's method; the status for methods other than POST is 21000.
    ///   - service: The service to which the request was sent.
    /// - Returns: The response's body, in JSON. If the receipt is refused, its status is the
    ///   reason; if the ledger cannot be read, that is 21005. A member `exception` explains it to
    ///   developers.
    public func verifyReceipt(
        _ body: Data,
        method: String = "POST",
        at service: VerifyReceiptService
    ) -> Data {
        do throws(VerifyReceiptRefusal) {
            return try response(to: body, method: method, at: service).object.json()
        } catch {
            return error.response(from: service).json()
        }
    }

    private func response(
        to body: Data,
        method: String,
        at service: VerifyReceiptService
    ) throws(VerifyReceiptRefusal) -> VerifyReceiptResponse {
        let settings = try available { () throws(StoreError) in try receiptSettings }
        if let planned = settings.plannedResponse { throw VerifyReceiptRefusal(planned) }
        let request = try VerifyReceiptRequest(method: method, body: body)
        let rule = VerifyReceiptRule(
            service: service,
            settings: settings,
            verifier: try available { () throws(StoreError) in try receipts.verifier() }
        )
        let receipt = try rule.receipt(of: request)
        let owner = try available { () throws(StoreError) in try store(issuing: receipt) }
        let (entries, subscriptions) = try available { () throws(StoreError) in
            try owner.readSettled { reader in
                let entries = try reader.receiptEntries(of: .latest)
                let shared = try reader.sharedSubscriptions(among: entries)
                return (entries, try reader.allSubscriptions() + shared)
            }
        }
        let latestReceipt = try available { () throws(StoreError) in
            // No response without subscriptions has it.
            entries.contains(where: \.isSubscription) ? try owner.receipt() : nil
        }
        return VerifyReceiptResponse(
            service: service,
            receipt: receipt,
            latestReceipt: latestReceipt,
            entries: entries,
            subscriptions: subscriptions,
            excludesOldTransactions: request.excludesOldTransactions,
            date: clock.now
        )
    }

    /// The store of the customer that a receipt was issued to; without purchases, this one.
    private func store(issuing receipt: Receipt) throws(StoreError) -> Store {
        let ids = receipt.content.inAppPurchases.lazy.compactMap { Int64($0.transactionIdentifier) }
        guard let id = ids.first else { return self }
        return try entryOfAnyCustomer(id)?.owner ?? self
    }

    /// Reports an error of the store as that of an unavailable server.
    private func available<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(VerifyReceiptRefusal) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw .init(.unavailableServer, error.debugDescription)
        }
    }
}

extension ReceiptIssuance {
    /// The issuance of a receipt at present: all consumables were finished before it.
    static let latest = ReceiptIssuance(revision: .max, date: .distantFuture)
}
