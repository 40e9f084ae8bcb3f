import AppReceipt
import Crypto
package import EntitlementModel
import Foundation

/// Verifies documents, each for its app and environment.
package struct DocumentVerifier: Sendable {
    /// How far ahead of our clock a signature may be: ours may be slow.
    static let greatestLead = Milliseconds.day

    private let verifiers: [PurchaseScope: ScopeVerifier]

    package init(_ apps: AppDirectory) {
        var verifiers: [PurchaseScope: ScopeVerifier] = [:]
        for scope in apps.scopes {
            guard let app = apps[scope.app] else { continue }
            verifiers[scope] = ScopeVerifier(app, scope.environment)
        }
        self.verifiers = verifiers
    }

    /// Verifies a notification, and separately every document in it.
    ///
    /// - Parameters:
    ///   - signedPayload: The notification.
    ///   - now: The present; a document dated more than a day later is refused.
    /// - Returns: The document and its facts, to be recorded.
    /// - Throws: The reason of a refusal.
    package func verify(
        notification signedPayload: String,
        at now: Milliseconds
    ) throws(Refusal) -> Submission {
        let jws = JWS<NotificationPayload>(signedPayload)
        let claimed = try refusing { () throws(JWSRefusal) in try jws.unverifiedPayload() }
        guard let id = claimed.identifier else {
            throw Refusal(.malformed, "notificationUUID is missing.")
        }
        let (verifier, verified) = try verify(jws, claimed)
        try Self.requirePast(verified.notification.signingDate, now)
        let facts = try refusing { () throws(UnusableDocument) in
            try FactSet(verified, in: verifier.scope)
        }
        let (type, subtype, request) = try refusing { () throws(UnusableDocument) in
            let notification = verified.notification
            return (
                try DocumentText.word(notification.type?.rawValue, "notificationType"),
                try DocumentText.word(notification.subtype?.rawValue, "subtype"),
                try ConsumptionRequest(verified, id, in: verifier.scope)
            )
        }
        try Self.requirePast(facts, now)
        return Submission(
            document: LoggedDocument(
                scope: verifier.scope,
                shardKey: facts.purchases.first?.originalTransactionID
                    ?? id.uuidString.lowercased(),
                id: id,
                kind: .notification,
                type: type,
                subtype: subtype,
                signingDate: Milliseconds(verified.notification.signingDate),
                content: signedPayload
            ),
            facts: facts,
            consumptionRequest: request
        )
    }

    /// Verifies a notification for its app or, if it names none, for the first app that accepts it.
    ///
    /// Notifications about seats or an unknown subject may omit the app.
    private func verify(
        _ jws: JWS<NotificationPayload>,
        _ claimed: NotificationPayload
    ) throws(Refusal) -> (ScopeVerifier, VerifiedNotification) {
        let candidates =
            claimed.namesApp
            ? [try verifier(for: claimed.bundleID, claimed.claimedEnvironment)]
            : verifiers.sorted { $0.key < $1.key }.map(\.value)
        var refusals: [Refusal] = []
        for verifier in candidates {
            do throws(JWSRefusal) {
                return (verifier, try verifier.documents.verify(jws))
            } catch {
                refusals.append(error.refusal)
            }
        }
        throw refusals.first ?? Self.otherApp
    }

    private static let otherApp = Refusal(
        .otherApp,
        "The app or environment of the document is not served."
    )

    /// Verifies a transaction that an app sent.
    package func verify(
        transaction signedTransaction: String,
        at now: Milliseconds
    ) throws(Refusal) -> Submission {
        let jws = JWS<TransactionPayload>(signedTransaction)
        let claimed = try refusing { () throws(JWSRefusal) in try jws.unverifiedPayload() }
        let verifier = try self.verifier(for: claimed.bundleIdentifier, claimed.environment)
        let verified = try refusing { () throws(JWSRefusal) in
            try verifier.documents.verify(
                jws,
                productIdentifier: .unchecked,
                appAccountToken: .unchecked
            )
        }
        var facts = FactSet()
        facts.insert(
            try refusing { () throws(UnusableDocument) in
                try TransactionFact(verified, in: verifier.scope)
            }
        )
        let date = verified.signingDate
        return try upload(signedTransaction, .transaction, facts, date, now, in: verifier.scope)
    }

    /// Verifies the renewal info of a purchase; the document names no app itself.
    package func verify(
        renewalInfo signedRenewalInfo: String,
        of key: PurchaseKey,
        at now: Milliseconds
    ) throws(Refusal) -> Submission {
        let verifier = try self.verifier(
            for: key.scope.app,
            JWSEnvironment(rawValue: key.scope.environment.rawValue)
        )
        let verified = try refusing { () throws(JWSRefusal) in
            try verifier.documents.verify(
                JWS<RenewalInfoPayload>(signedRenewalInfo),
                originalTransactionIdentifier: .equals(key.originalTransactionID),
                productIdentifier: .unchecked,
                appAccountToken: .unchecked
            )
        }
        var facts = FactSet()
        facts.insert(
            try refusing { () throws(UnusableDocument) in
                try RenewalFact(verified, in: key.scope)
            }
        )
        let date = verified.signingDate
        return try upload(signedRenewalInfo, .renewalInfo, facts, date, now, in: key.scope)
    }

    /// Verifies an app receipt in Base64.
    package func verify(
        receipt: String,
        at now: Milliseconds
    ) throws(Refusal) -> Submission {
        let (signed, claimed) = try refusing { () throws(SignedReceipt.Error) in
            let signed = try SignedReceipt(base64Encoded: receipt)
            return (signed, try signed.unverifiedContent())
        }
        let environment = claimed.type?.environment.map(JWSEnvironment.init)
        let verifier = try self.verifier(for: claimed.bundleIdentifier, environment)
        let verified = try refusing { () throws(ReceiptVerdict.Refusal) in
            try verifier.receipts.verify(signed)
        }
        let facts = try refusing { () throws(UnusableDocument) in
            try FactSet(verified, in: verifier.scope)
        }
        let date = verified.creationDate
        return try upload(receipt, .receipt, facts, date, now, in: verifier.scope)
    }

    private func upload(
        _ content: String,
        _ kind: LoggedDocument.Kind,
        _ facts: FactSet,
        _ date: Date,
        _ now: Milliseconds,
        in scope: PurchaseScope
    ) throws(Refusal) -> Submission {
        try Self.requirePast(date, now)
        let id = Self.identifier(of: content)
        // A receipt is about several purchases, the others are about one.
        let original = kind == .receipt ? nil : facts.purchases.first?.originalTransactionID
        return Submission(
            document: LoggedDocument(
                scope: scope,
                shardKey: original ?? id.uuidString.lowercased(),
                id: id,
                kind: kind,
                signingDate: Milliseconds(date),
                content: content
            ),
            facts: facts
        )
    }

    private func verifier(
        for app: String?,
        _ environment: JWSEnvironment?
    ) throws(Refusal) -> ScopeVerifier {
        guard let app else { throw Refusal(.malformed, "The document has no bundle identifier.") }
        guard let environment else {
            throw Refusal(.malformed, "The document has no environment.")
        }
        let known = PurchaseEnvironment(rawValue: environment.rawValue).flatMap {
            verifiers[PurchaseScope(app: app, environment: $0)]
        }
        guard let known else { throw Self.otherApp }
        return known
    }

    private static func requirePast(_ date: Date, _ now: Milliseconds) throws(Refusal) {
        guard Milliseconds(date) - greatestLead <= now else {
            throw Refusal(
                .unverified,
                "The document is dated more than a day ahead.",
                isFromTheFuture: true
            )
        }
    }

    private static func requirePast(_ facts: FactSet, _ now: Milliseconds) throws(Refusal) {
        for history in facts.histories.values {
            for fact in history.transactions.values {
                try requirePast(fact.terms.watermark.signingDate.date, now)
            }
            for watermark in history.renewals.keys {
                try requirePast(watermark.signingDate.date, now)
            }
        }
    }

    /// An identifier for an uploaded document without one of its own (RFC 9562, 5.8).
    private static func identifier(of content: String) -> UUID {
        var bytes = Array(SHA256.hash(data: Array(content.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return NSUUID(uuidBytes: bytes) as UUID
    }
}

/// The verifiers of an app in one environment.
private struct ScopeVerifier: Sendable {
    let scope: PurchaseScope
    let documents: JWSVerifier
    let receipts: ReceiptVerifier

    init(_ app: AppConfiguration, _ environment: PurchaseEnvironment) {
        scope = PurchaseScope(app: app.bundleID, environment: environment)
        let accepted: [AcceptedEnvironment] =
            switch environment {
            case .sandbox: [.sandbox]
            // Without the app's Apple ID, production documents are refused.
            case .production:
                app.appAppleID.map { [.production(appAppleIdentifier: $0)] } ?? []
            }
        let roots = app.roots[environment] ?? .apple
        documents = JWSVerifier(
            trustedRoots: roots,
            policy: JWSPolicy(bundleIdentifier: app.bundleID, environments: accepted)
        )
        receipts = ReceiptVerifier(
            trustedRoots: roots,
            bundleIdentifier: app.bundleID,
            environments: accepted
        )
    }
}

extension DocumentVerifier {
    /// Verifies a document that was recorded before.
    func verify(_ document: LoggedDocument) throws(Refusal) -> Submission {
        // Its date was checked when it arrived.
        let now = Milliseconds.max
        return switch document.kind {
        case .erased: throw Refusal(.unverified, "The document was erased.")
        case .notification: try verify(notification: document.content, at: now)
        case .transaction: try verify(transaction: document.content, at: now)
        case .receipt: try verify(receipt: document.content, at: now)
        case .renewalInfo:
            try verify(
                renewalInfo: document.content,
                of: PurchaseKey(
                    scope: document.scope,
                    originalTransactionID: document.shardKey
                ),
                at: now
            )
        }
    }
}

extension JWSEnvironment {
    /// The environment of a receipt, as signed transactions name it.
    fileprivate init(_ environment: ReceiptEnvironment) {
        switch environment {
        case .production: self = .production
        case .sandbox: self = .sandbox
        case .xcode: self = .xcode
        case .localTesting: self = .localTesting
        }
    }
}

extension NotificationPayload {
    /// Whether the subject of the notification must name an app.
    fileprivate var namesApp: Bool {
        data != nil || summary != nil || appData != nil || externalPurchaseToken != nil
    }

    fileprivate var bundleID: String? {
        data?.bundleIdentifier ?? summary?.bundleIdentifier ?? appData?.bundleIdentifier
            ?? externalPurchaseToken?.bundleIdentifier
    }

    fileprivate var claimedEnvironment: JWSEnvironment? {
        data?.environment ?? summary?.environment ?? appData?.environment
            ?? externalPurchaseToken?.environment
    }
}
