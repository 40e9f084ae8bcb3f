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
        do {
            return try response(to: body, method: method, at: service).object.json()
        } catch let refusal as VerifyReceiptRefusal {
            return refusal.response(from: service).json()
        } catch {
            let reason = StoreError(error, at: location).debugDescription
            return VerifyReceiptRefusal(.unavailableServer, reason).response(from: service).json()
        }
    }

    private func response(
        to body: Data,
        method: String,
        at service: VerifyReceiptService
    ) throws -> VerifyReceiptResponse {
        let settings = try receiptSettings
        if let planned = settings.plannedResponse { throw VerifyReceiptRefusal(planned) }
        let request = try VerifyReceiptRequest(method: method, body: body)
        let rule = VerifyReceiptRule(
            service: service,
            settings: settings,
            verifier: try receipts.verifier()
        )
        let receipt = try rule.receipt(of: request)
        let owner = try store(issuing: receipt)
        let (entries, subscriptions) = try owner.readSettled { reader in
            let entries = try reader.receiptEntries(of: .latest)
            let shared = try reader.sharedSubscriptions(among: entries)
            return (entries, try reader.allSubscriptions() + shared)
        }
        return VerifyReceiptResponse(
            service: service,
            receipt: receipt,
            // No response without subscriptions has it.
            latestReceipt: entries.contains(where: \.isSubscription) ? try owner.receipt() : nil,
            entries: entries,
            subscriptions: subscriptions,
            excludesOldTransactions: request.excludesOldTransactions,
            date: clock.now
        )
    }

    /// The store of the customer that a receipt was issued to; without known purchases, this one.
    private func store(issuing receipt: Receipt) throws(StoreError) -> Store {
        for purchase in receipt.content.inAppPurchases {
            // It may have been deleted since then.
            guard let id = Int64(purchase.transactionIdentifier),
                let (_, owner) = try entryOfAnyCustomer(id)
            else { continue }
            return owner
        }
        return self
    }
}
