package import AppReceipt
import Foundation
import StoreLedger
package import StoreModel

// Documents as a device has them: bound to it, and signed when they are first needed.
extension Store {
    /// The contents of transactions, without the date and the binding of a signature.
    ///
    /// Equal contents need no other signature.
    package func contents(
        ofTransactions entries: [LedgerEntry],
        in context: DocumentContext
    ) -> [TransactionPayload] {
        entries.map { entry in
            var payload = TransactionPayload(entry, in: context)
            payload.signedDate = nil
            return payload
        }
    }

    /// The content of a renewal info, without the date and the binding of a signature.
    package func content(
        ofRenewalInfo status: SubscriptionPeriodStatus,
        in context: DocumentContext
    ) throws(StoreError) -> RenewalInfoPayload {
        var payload = RenewalInfoPayload(status, in: context)
        payload.signedDate = nil
        payload.completeForDevice()
        payload.eligibleWinBackOfferIdentifiers = try winBackOffers(of: status.subscription)
        return payload
    }

    /// The win-back offers that the customer of a subscription may have; `nil` for none.
    package func winBackOffers(
        of subscription: CustomerSubscription
    ) throws(StoreError) -> [String]? {
        let terms = catalog.product(withIdentifier: subscription.productID)?.subscription
        let all = (terms?.winBackOffers ?? []) + (terms?.monthlyPlan?.winBackOffers ?? [])
        // The plans may have offers with one identifier.
        var known: Set<String> = []
        let offers = all.compactMap(\.id).filter { known.insert($0).inserted }
        guard subscription.status == .expired, let first = offers.first else { return nil }
        var request = PaymentRequest(productID: subscription.productID)
        request.offer = .winBack(id: first)
        let history = try read { try $0.offerHistory(of: request, in: subscription.groupID) }
        return history.hasPaid ? offers : nil
    }

    /// The content of the app transaction, without the date and the binding of a signature.
    package func contentOfAppTransaction(in context: DocumentContext) -> AppTransactionPayload {
        var payload = AppTransactionPayload(of: customerID, in: context)
        payload.creationDate = nil
        return payload
    }

    /// The entries among some whose rows in the ledger were edited outside of the store.
    package func editedEntries(
        among entries: [LedgerEntry]
    ) throws(StoreError) -> Set<LedgerEntry.ID> {
        try read { try $0.editedEntries(among: entries.map(\.id)) }
    }

    /// Whether the rows of a status were edited outside of the store.
    package func isEdited(_ status: SubscriptionPeriodStatus) throws(StoreError) -> Bool {
        try read { reader in
            try !reader.editedEntries(among: [status.entry.id]).isEmpty
                || reader.isSubscriptionEdited(of: status.entry)
        }
    }

    /// Signs a document for the device of ``app``, at the date of a context.
    ///
    /// One with edited content gets the signature of another, so that no verifier accepts it.
    package func signForDevice<Payload: DeviceBoundPayload>(
        _ content: Payload,
        isEdited: Bool = false,
        in context: DocumentContext
    ) throws(StoreError) -> JWS<Payload> {
        var payload = content
        payload[keyPath: Payload.signingDate] = context.date
        payload.bind(to: app.deviceIdentifier)
        let document = try core.documents.sign(payload, in: context)
        guard isEdited else { return document }
        payload[keyPath: Payload.signingDate] = .distantPast
        return document.withSignature(of: try core.documents.sign(payload, in: context))
    }

    /// The verifier of the store's documents, which trusts the store's certificate alone.
    package func documentVerifier(in context: DocumentContext) throws -> JWSVerifier {
        let certificate = try core.documents.rootCertificate(in: context.settings.environment)
        let environment: AcceptedEnvironment =
            switch context.settings.environment {
            case .production: .production(appAppleIdentifier: context.appAppleIdentifier ?? 0)
            case .sandbox: .sandbox
            case .xcode: .xcode(certificate: certificate)
            }
        return JWSVerifier(
            trustedRoots: try TrustedRoots([certificate]),
            policy: JWSPolicy(
                bundleIdentifier: context.app.bundleIdentifier,
                environments: [environment]
            )
        )
    }
}

extension JWS {
    fileprivate func withSignature(of other: JWS) -> JWS {
        let parts = compactSerialization.split(separator: ".").dropLast()
        let signature = other.compactSerialization.split(separator: ".").suffix(1)
        return JWS((parts + signature).joined(separator: "."))
    }
}
