package import AppReceipt

extension NotificationPayload {
    /// Adds the values that depend on the app and the environment.
    package mutating func complete(in context: DocumentContext) {
        signedDate = context.date
        data?.complete(in: context)
        data?.appVersion = context.app.version
        summary?.complete(in: context)
        appData?.complete(in: context)
        externalPurchaseToken?.complete(in: context)
        unclaimInfo?.complete(in: context)
    }
}

extension NotificationPayload.ExternalPurchaseToken {
    fileprivate mutating func complete(in context: DocumentContext) {
        bundleIdentifier = context.app.bundleIdentifier
        appAppleIdentifier = context.appAppleIdentifier
        guard !context.settings.isProduction else { return }
        externalPurchaseIdentifier = externalPurchaseIdentifier.map { "SANDBOX_\($0)" }
    }
}

/// A subject of a notification with the environment of its app.
private protocol AppSubject {
    var bundleIdentifier: String? { get set }
    var appAppleIdentifier: Int64? { get set }
    var environment: JWSEnvironment? { get set }
}

extension AppSubject {
    fileprivate mutating func complete(in context: DocumentContext) {
        bundleIdentifier = context.app.bundleIdentifier
        appAppleIdentifier = context.appAppleIdentifier
        environment = context.environment
    }
}

extension NotificationPayload.Purchase: AppSubject {}
extension NotificationPayload.ExtensionSummary: AppSubject {}
extension NotificationPayload.AppDownload: AppSubject {}
// Apple documents the claims alone; that it names the app as the others do is our inference.
extension NotificationPayload.UnclaimedSeats: AppSubject {}
