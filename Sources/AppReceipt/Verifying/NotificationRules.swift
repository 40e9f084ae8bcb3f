/// The app of a notification, named by exactly one subject.
struct NotificationSubject {
    let bundleIdentifier: String?
    let appAppleIdentifier: Int64?
    let environment: JWSEnvironment?

    init(of payload: NotificationPayload) throws(JWSRefusal) {
        let subjects = [
            payload.data.map { Self($0.bundleIdentifier, $0.appAppleIdentifier, $0.environment) },
            payload.summary.map {
                Self($0.bundleIdentifier, $0.appAppleIdentifier, $0.environment)
            },
            payload.appData.map {
                Self($0.bundleIdentifier, $0.appAppleIdentifier, $0.environment)
            },
            payload.externalPurchaseToken.map {
                Self($0.bundleIdentifier, $0.appAppleIdentifier, $0.environment)
            },
        ].compactMap { $0 }
        guard subjects.count == 1 else {
            throw .init(
                rule: .content,
                reason: "the notification has \(subjects.count) subjects instead of one"
            )
        }
        self = subjects[0]
    }

    private init(_ bundle: String?, _ app: Int64?, _ environment: JWSEnvironment?) {
        bundleIdentifier = bundle
        appAppleIdentifier = app
        self.environment = environment
    }
}

/// The documents of a notification are of its environment, and the renewal info is of the
/// transaction.
struct ConsistencyRule {
    let environment: JWSEnvironment?

    func check(_ verified: VerifiedNotification) throws(JWSRefusal) {
        try check("signedTransactionInfo", verified.transaction.map { $0.environment })
        try check("signedRenewalInfo", verified.renewalInfo.map { $0.environment })
        try check("signedAppTransactionInfo", verified.appTransaction.map { $0.environment })
        guard let transaction = verified.transaction, let renewalInfo = verified.renewalInfo else {
            return
        }
        let identifier = transaction.originalTransactionIdentifier ?? ""
        guard identifier.utf8.elementsEqual((renewalInfo.originalTransactionIdentifier ?? "").utf8)
        else {
            throw .init(
                rule: .consistency,
                reason: "the renewal info is for another transaction",
                member: "signedRenewalInfo"
            )
        }
    }

    /// Checks the environment of a document, if there is one.
    ///
    /// One that names no environment was accepted as one of production.
    private func check(_ member: String, _ found: JWSEnvironment??) throws(JWSRefusal) {
        guard let found, found ?? .production != environment ?? .production else { return }
        throw .init(
            rule: .consistency,
            reason: "the document is for another environment than its notification",
            member: member
        )
    }
}
