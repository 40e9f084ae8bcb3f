public import Foundation

extension JWSVerifier {
    /// Verifies a transaction.
    ///
    /// - Parameters:
    ///   - jws: The transaction as the App Store signed it.
    ///   - productIdentifier: The expected product.
    ///   - appAccountToken: The expected account. Any client can send a transaction of another
    ///     customer, so require the account, or bind the original transaction to one account.
    /// - Returns: The verified transaction.
    /// - Throws: The first rule that is broken.
    public func verify(
        _ jws: JWS<TransactionPayload>,
        productIdentifier: ClaimRequirement<String>,
        appAccountToken: ClaimRequirement<UUID>
    ) throws(JWSRefusal) -> VerifiedJWS<TransactionPayload> {
        let (transaction, authorities) = try verifyDocument(jws)
        try policy.require(bundleIdentifier: transaction.bundleIdentifier)
        _ = try policy.accept(transaction.environment, signedBy: authorities)
        try productIdentifier.check(product: transaction.productIdentifier)
        try appAccountToken.check(account: transaction.appAccountToken)
        return transaction
    }

    /// Verifies a renewal info.
    ///
    /// - Parameters:
    ///   - jws: The renewal info as the App Store signed it.
    ///   - originalTransactionIdentifier: The expected original transaction. A renewal info names
    ///     no app, so require the identifier of a verified transaction.
    ///   - productIdentifier: The expected current product.
    ///   - appAccountToken: The expected account.
    /// - Returns: The verified renewal info.
    /// - Throws: The first rule that is broken.
    public func verify(
        _ jws: JWS<RenewalInfoPayload>,
        originalTransactionIdentifier: ClaimRequirement<String>,
        productIdentifier: ClaimRequirement<String>,
        appAccountToken: ClaimRequirement<UUID>
    ) throws(JWSRefusal) -> VerifiedJWS<RenewalInfoPayload> {
        let (renewalInfo, authorities) = try verifyDocument(jws)
        _ = try policy.accept(renewalInfo.environment, signedBy: authorities)
        try productIdentifier.check(product: renewalInfo.productIdentifier)
        try appAccountToken.check(account: renewalInfo.appAccountToken)
        try originalTransactionIdentifier
            .check(originalTransaction: renewalInfo.originalTransactionIdentifier)
        return renewalInfo
    }

    /// Verifies an app transaction.
    ///
    /// - Throws: The first rule that is broken.
    public func verify(
        _ jws: JWS<AppTransactionPayload>
    ) throws(JWSRefusal) -> VerifiedJWS<AppTransactionPayload> {
        let (appTransaction, authorities) = try verifyDocument(jws)
        try policy.require(bundleIdentifier: appTransaction.bundleIdentifier)
        let accepted = try policy.accept(appTransaction.environment, signedBy: authorities)
        try accepted.require(appAppleIdentifier: appTransaction.appAppleIdentifier)
        return appTransaction
    }

    /// Verifies a notification, and separately every document in it.
    ///
    /// The documents must be of the same environment as the notification, and the renewal info must
    /// be of the original transaction of the transaction. Product and account are in the returned
    /// transaction. The App Store repeats notifications, so remember their identifiers.
    ///
    /// A notification of an unknown type is accepted. Its app and environment are checked as far
    /// as a known or an unknown subject names them.
    ///
    /// - Throws: The first rule that is broken.
    public func verify(
        _ jws: JWS<NotificationPayload>
    ) throws(JWSRefusal) -> VerifiedNotification {
        let (notification, authorities) = try verifyDocument(jws)
        let subjects = try notification.subjects()
        for subject in subjects { try policy.check(subject, signedBy: authorities) }
        let verified = VerifiedNotification(
            notification: notification,
            transaction: try inside("signedTransactionInfo", notification.data?.signedTransaction) {
                jws throws(JWSRefusal) in
                try verify(jws, productIdentifier: .unchecked, appAccountToken: .unchecked)
            },
            renewalInfo: try inside("signedRenewalInfo", notification.data?.signedRenewalInfo) {
                jws throws(JWSRefusal) in
                try verify(
                    jws,
                    originalTransactionIdentifier: .unchecked,
                    productIdentifier: .unchecked,
                    appAccountToken: .unchecked
                )
            },
            appTransaction: try inside(
                "signedAppTransactionInfo",
                notification.appData?.signedAppTransaction,
                verify
            )
        )
        try verified.checkConsistency(with: subjects.first?.environment)
        return verified
    }

    /// Verifies a request for a retention message.
    ///
    /// - Parameters:
    ///   - jws: The request as the App Store signed it.
    ///   - appAppleIdentifier: The expected app. A request names it by this identifier alone, so
    ///     require your own in the sandbox, too; in production the policy requires it.
    /// - Returns: The verified request.
    /// - Throws: The first rule that is broken.
    public func verify(
        _ jws: JWS<RealtimeRequestPayload>,
        appAppleIdentifier: ClaimRequirement<Int64>
    ) throws(JWSRefusal) -> VerifiedJWS<RealtimeRequestPayload> {
        let (request, authorities) = try verifyDocument(jws)
        let accepted = try policy.accept(request.environment, signedBy: authorities)
        try accepted.require(appAppleIdentifier: request.appAppleIdentifier)
        try appAppleIdentifier.check(app: request.appAppleIdentifier)
        return request
    }

    private func inside<Payload>(
        _ member: String,
        _ jws: JWS<Payload>?,
        _ verify: (JWS<Payload>) throws(JWSRefusal) -> VerifiedJWS<Payload>
    ) throws(JWSRefusal) -> VerifiedJWS<Payload>? {
        guard let jws else { return nil }
        do throws(JWSRefusal) {
            return try verify(jws)
        } catch {
            throw error.inside(member)
        }
    }
}
