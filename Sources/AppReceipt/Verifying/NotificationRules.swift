extension NotificationPayload {
    /// The one subject of the notification, with the app.
    func subject() throws(JWSRefusal) -> any NotificationSubject {
        let members: [(any NotificationSubject)?] = [data, summary, appData, externalPurchaseToken]
        let subjects = members.compactMap(\.self)
        guard subjects.count == 1 else {
            throw .init(
                rule: .content,
                reason: "the notification has \(subjects.count) subjects instead of one"
            )
        }
        return subjects[0]
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
