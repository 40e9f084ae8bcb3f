public import AppReceipt
package import Foundation
import StoreLedger
package import StoreModel

// Documents of the App Store Server API about one customer.
extension Store {
    /// Signs the transaction of an entry in its current state, as the App Store does.
    ///
    /// This store's own key signs it. It verifies only with ``signedTransactionRootCertificate``,
    /// for the bundle identifier of ``app``. The receipt settings give the environment. Every
    /// signature about an original transaction has a later date than the previous ones.
    public func signedTransaction(
        of entry: LedgerEntry
    ) throws(StoreError) -> JWS<TransactionPayload> {
        let (present, date) = try signing([entry]).first ?? (entry, clock.now)
        return try sign(present, in: try documentContext(at: date))
    }

    /// Signs the transactions of several entries in their current states.
    package func signedTransactions(
        of entries: [LedgerEntry]
    ) throws(StoreError) -> [JWS<TransactionPayload>] {
        var context = try documentContext()
        return try signing(entries).map { next throws(StoreError) in
            context.date = next.date
            return try sign(next.entry, in: context)
        }
    }

    /// Signs the renewal info of a subscription in its current state, by the entry of a period.
    public func signedRenewalInfo(
        of subscription: CustomerSubscription,
        with entry: LedgerEntry
    ) throws(StoreError) -> JWS<RenewalInfoPayload> {
        let status = SubscriptionPeriodStatus(subscription: subscription, entry: entry)
        let (present, date) = try signing(status)
        return try sign(present, in: try documentContext(at: date))
    }

    /// Signs the transaction and the renewal info of a subscription's current period, both in the
    /// returned state.
    package func signedDocuments(
        of status: SubscriptionPeriodStatus
    ) throws(StoreError) -> (
        status: SubscriptionPeriodStatus,
        transaction: JWS<TransactionPayload>,
        renewalInfo: JWS<RenewalInfoPayload>
    ) {
        let (present, date) = try signing(status)
        let context = try documentContext(at: date)
        return (present, try sign(present.entry, in: context), try sign(present, in: context))
    }

    /// Signs the app transaction of the customer.
    package func signedAppTransaction() throws(StoreError) -> JWS<AppTransactionPayload> {
        let context = try documentContext()
        let payload = AppTransactionPayload(of: customerID, in: context)
        return try core.documents.sign(payload, in: context)
    }

    private func sign(
        _ entry: LedgerEntry,
        in context: DocumentContext
    ) throws(StoreError) -> JWS<TransactionPayload> {
        try core.documents.sign(TransactionPayload(entry, in: context), in: context)
    }

    private func sign(
        _ status: SubscriptionPeriodStatus,
        in context: DocumentContext
    ) throws(StoreError) -> JWS<RenewalInfoPayload> {
        try core.documents.sign(RenewalInfoPayload(status, in: context), in: context)
    }

    /// The root certificate of the signed transactions in DER, or in the environment of Xcode the
    /// one certificate for `AcceptedEnvironment.xcode(certificate:)`; trust it in tests only.
    public var signedTransactionRootCertificate: [UInt8] {
        get throws(StoreError) {
            try core.documents.rootCertificate(in: try receiptSettings.environment)
        }
    }

    /// The identifier of the app in documents; `nil` in other environments than production.
    package var appAppleIdentifier: Int64? {
        get throws(StoreError) { try documentContext().appAppleIdentifier }
    }

    /// The content of documents at a date, by default the current one.
    package func documentContext(at date: Date? = nil) throws(StoreError) -> DocumentContext {
        DocumentContext(
            app: app,
            settings: try receiptSettings,
            catalog: catalog,
            date: date ?? clock.now
        )
    }
}

// MARK: - Dates of signatures

extension Store {
    /// Returns the current states of entries, each with the date of its next signature.
    ///
    /// Documents about one original transaction that are signed together have one date.
    package func signing(
        _ entries: [LedgerEntry]
    ) throws(StoreError) -> [(entry: LedgerEntry, date: Date)] {
        try core.sign { writer, now in
            var dates: [LedgerEntry.ID: Date] = [:]
            return try entries.map { entry in
                let present = try writer.reader.anyEntry(entry.id) ?? entry
                let original = present.originalID
                let date =
                    try dates[original] ?? writer.recordSignature(aboutOriginal: original, at: now)
                dates[original] = date
                return (present, date)
            }
        }
    }

    /// Returns the current status of a subscription, with the date of its next signature.
    package func signing(
        _ status: SubscriptionPeriodStatus
    ) throws(StoreError) -> (status: SubscriptionPeriodStatus, date: Date) {
        try core.sign { writer, now in
            let entry = status.entry
            let reader = writer.acting(for: entry.customerID).reader
            return (
                try reader.status(of: entry.id) ?? status,
                try writer.recordSignature(aboutOriginal: entry.originalID, at: now)
            )
        }
    }
}

// MARK: - Queries

extension Store {
    /// A page of the customer's transactions, those that changed last at the end.
    ///
    /// Payments that failed or wait, and restored copies, aren't transactions. A page after the
    /// last position contains the later changes, so an entry may be repeated.
    package func transactionHistory(
        _ query: TransactionHistoryQuery = TransactionHistoryQuery(),
        after position: TransactionHistoryPage.Position? = nil,
        limit: Int = 20
    ) throws(StoreError) -> TransactionHistoryPage {
        try readSettled { try $0.history(query, after: position, limit: max(1, limit)) }
    }
}

extension Store.Subscriptions {
    /// The customer's subscriptions, also those that a family shares or has shared, each with the
    /// entry of its current or last period; none after the customer has signed out.
    package func statuses() throws(StoreError) -> [SubscriptionPeriodStatus] {
        guard store.isSignedIn else { return [] }
        return try store.readSettled { reader in
            let entries = try reader.receiptEntries(of: .latest)
            let shared = try reader.sharedSubscriptions(among: entries)
            return try (reader.allSubscriptions() + shared).compactMap(reader.status)
        }
    }
}

extension Store.Subscriptions {
    /// The subscription that a transaction of the customer belongs to, including shared ones; `nil`
    /// without one, and after the customer has signed out.
    package func status(
        of entryID: LedgerEntry.ID
    ) throws(StoreError) -> SubscriptionPeriodStatus? {
        guard store.isSignedIn else { return nil }
        return try store.readSettled { try $0.status(of: entryID) }
    }
}

extension LedgerReader {
    fileprivate func status(of entryID: LedgerEntry.ID) throws -> SubscriptionPeriodStatus? {
        guard let entry = try entry(entryID),
            let latest = try latestPeriods(of: entry.originalID, limit: 1).first,
            let subscription = try subscription(of: latest)
        else { return nil }
        return try status(of: subscription)
    }
}

extension Store {
    /// The entry with an `id`, of any customer, and the customer's store; `nil` if it is unknown.
    package func entryOfAnyCustomer(
        _ id: LedgerEntry.ID
    ) throws(StoreError) -> (entry: LedgerEntry, owner: Store)? {
        guard let entry = try readSettled({ try $0.anyEntry(id) }) else { return nil }
        return (entry, try customers.acting(for: entry.customerID))
    }

    /// The store of the customer with an `appTransactionId`; `nil` if it is unknown.
    package func store(
        ofAppTransaction identifier: String
    ) throws(StoreError) -> Store? {
        guard let id = Customer.identifier(ofAppTransaction: identifier),
            try read({ try $0.acting(for: id).hasCustomer() })
        else { return nil }
        return try customers.acting(for: id)
    }

    /// The entry of an order of any customer, and the customer's store; `nil` for an unknown order.
    package func entry(ofOrder orderID: String) throws(StoreError) -> (LedgerEntry, Store)? {
        guard orderID.hasPrefix("LAS"), let id = Int64(orderID.dropFirst(3)),
            let (entry, owner) = try entryOfAnyCustomer(id), entry.orderID == orderID,
            entry.state == .purchased, !entry.isShared
        else { return nil }
        return (entry, owner)
    }
}
