import StrictJSON

extension VerifiedJWS<NotificationPayload> {
    /// The subject of the notification; without a known one, all unknown ones.
    ///
    /// A later version of the App Store may have further subjects.
    func subjects() throws(JWSRefusal) -> [any NotificationSubject] {
        let members: [(any NotificationSubject)?] = [
            payload.data, payload.summary, payload.appData, payload.externalPurchaseToken,
            payload.unclaimInfo,
        ]
        let known = members.compactMap(\.self)
        let subjects = known.isEmpty ? unknownSubjects : known
        guard known.count < 2, !subjects.isEmpty else {
            throw .init(
                rule: .content,
                reason: "the notification has \(known.count) subjects instead of one"
            )
        }
        return subjects
    }

    private var unknownSubjects: [any NotificationSubject] {
        let members = (try? JSONParser.object(in: Array(jsonRepresentation))) ?? [:]
        return members.values.compactMap { value in
            guard case .object(let object) = value else { return nil }
            let subject: UnknownNotificationSubject? = try? JSONMembers.decode(object)
            return subject ?? UnknownNotificationSubject()
        }
    }
}

extension JWSPolicy {
    /// Checks the app and the environment of a subject.
    ///
    /// Where Apple does not document that the subject names them, they may be missing.
    func check(
        _ subject: any NotificationSubject,
        signedBy authorities: SignerAuthorities
    ) throws(JWSRefusal) {
        let namesApp = type(of: subject).namesApp
        if namesApp || subject.bundleIdentifier != nil {
            try require(bundleIdentifier: subject.bundleIdentifier)
        }
        guard namesApp || subject.environment != nil else {
            return try requireSigner(among: authorities)
        }
        let accepted = try accept(subject.environment, signedBy: authorities)
        guard namesApp || subject.appAppleIdentifier != nil else { return }
        try accepted.require(appAppleIdentifier: subject.appAppleIdentifier)
    }

    /// Checks that the signer belongs to an accepted environment.
    private func requireSigner(among authorities: SignerAuthorities) throws(JWSRefusal) {
        guard !environments.contains(where: { authorities.contains($0.authority) }) else { return }
        let reason = "the document names no environment, and has no signer of an accepted one"
        throw .init(rule: .environment, reason: reason)
    }
}

// The documents of a notification are of its environment, and the renewal info is of the
// transaction.
extension VerifiedNotification {
    func checkConsistency(with environment: JWSEnvironment?) throws(JWSRefusal) {
        let environments = [
            ("signedTransactionInfo", transaction.map(\.environment)),
            ("signedRenewalInfo", renewalInfo.map(\.environment)),
            ("signedAppTransactionInfo", appTransaction.map(\.environment)),
        ]
        // A document that names no environment was accepted as one of production.
        for case (let member, let found?) in environments
        where found ?? .production != environment ?? .production {
            throw .init(
                rule: .consistency,
                reason: "the document is for another environment than its notification",
                member: member
            )
        }
        guard let transaction, let renewalInfo else { return }
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
}
