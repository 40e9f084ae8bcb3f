import AppReceipt
import Foundation
import StoreLedger
import StoreModel

extension Store.Subscriptions {
    /// Requests an extension of all customers' subscriptions to a product that have not ended.
    ///
    /// The request is stored; ``performMassExtensions()`` fulfills it. A repeated request with the
    /// same terms is the same request.
    ///
    /// - Parameters:
    ///   - productID: The product of the current periods.
    ///   - dayCount: The number of days: 1 to 90.
    ///   - reason: Why the subscriptions are extended.
    ///   - requestIdentifier: The developer's identifier of the request.
    ///   - storefronts: The storefronts in which the periods were bought, as ISO 3166-1 alpha-3
    ///     codes; `nil` for all.
    /// - Returns: The request, or the former one.
    /// - Throws: `.refusedRequest` if one of these is invalid.
    @discardableResult
    package func requestMassExtension(
        ofProduct productID: String,
        byDays dayCount: Int,
        reason: RenewalExtension.Reason,
        requestIdentifier: String,
        storefronts: [String]? = nil
    ) throws(StoreError) -> MassExtension {
        let terms = try RenewalExtension.Terms(
            dayCount: dayCount,
            reason: reason,
            requestIdentifier: requestIdentifier
        )
        guard store.catalog.product(withIdentifier: productID)?.subscription != nil else {
            throw StoreError.refusedRequest(.invalidProduct)
        }
        try requireStorefronts(storefronts)
        return try store.change { writer, date in
            let former = try writer.reader.massExtension(ofProduct: productID, requestIdentifier)
            if let former {
                guard former.terms == terms, former.storefronts == storefronts else {
                    throw StoreError.refusedRequest(.invalidRequestIdentifier)
                }
                return former
            }
            return try writer.insert(
                MassExtension(
                    productID: productID,
                    terms: terms,
                    storefronts: storefronts,
                    requestDate: date,
                    finalSubscriptionID: try writer.reader.lastEntryID()
                )
            )
        }
    }

    private func requireStorefronts(_ codes: [String]?) throws(StoreError) {
        guard let codes else { return }
        guard !codes.isEmpty else { throw StoreError.refusedRequest(.noStorefronts) }
        guard codes.allSatisfy({ StorefrontCountry(code: $0) != nil }) else {
            throw StoreError.refusedRequest(.invalidStorefront)
        }
    }

    /// The extension with an identifier; `nil` if it is unknown.
    package func massExtension(
        ofProduct productID: String,
        requestIdentifier: String
    ) throws(StoreError) -> MassExtension? {
        try store.read { try $0.massExtension(ofProduct: productID, requestIdentifier) }
    }

    /// All extensions of many subscriptions, oldest first.
    package func massExtensions() throws(StoreError) -> [MassExtension] {
        try store.read { try $0.massExtensions() }
    }

    /// Extends the subscriptions of every request that is not complete.
    ///
    /// A call continues where a former one ended, also one of a killed process. Several processes
    /// can call it at the same time: no subscription is extended twice by one request. Other
    /// processes wait for 100 subscriptions at most.
    package func performMassExtensions() throws(StoreError) {
        while try store.read({ try $0.openMassExtension() }) != nil {
            try performMassExtensionBatch(limit: 100)
        }
    }

    /// Extends a part of the subscriptions, in one transaction, and stores the progress.
    func performMassExtensionBatch(limit: Int) throws(StoreError) {
        try store.change { writer, date in
            // Another process may have done the rest in the meantime.
            guard var request = try writer.reader.openMassExtension() else { return }
            let subscriptions = try writer.reader.subscriptions(of: request, limit: limit)
            for subscription in subscriptions {
                request.lastSubscriptionID = subscription.id
                let reader = writer.acting(for: subscription.customerID).reader
                let period = try reader.presentPeriod(of: subscription)
                guard request.includes(period.storefront) else { continue }
                let present = try reader.present(subscription, period: period)
                switch try extend(present, by: request.terms, at: date, in: writer) {
                case .success: request.succeededCount += 1
                case .failure:
                    request.failedCount += 1
                    let event = NotificationEvent(.renewalExtension, .failure)
                    try writer.apply([.notify(event, about: period, at: date)])
                }
            }
            if subscriptions.count < limit {
                request.completionDate = date
                let event = NotificationEvent(.renewalExtension, .summary)
                try writer.notify(event, at: date) { $0.summary = .init(of: request) }
            }
            try writer.save(request)
        }
    }
}
