public import Foundation

extension NotificationPayload {
    /// The purchase that a notification is about.
    public struct Purchase: Hashable, Sendable {
        /// The app's bundle identifier.
        public var bundleIdentifier: String?
        /// The app's identifier in the App Store; missing outside production.
        public var appAppleIdentifier: Int64?
        /// The environment.
        public var environment: JWSEnvironment?
        /// The app's version.
        public var appVersion: String?
        /// The transaction; the notification doesn't verify it.
        public var signedTransaction: JWS<TransactionPayload>?
        /// The renewal info; the notification doesn't verify it.
        public var signedRenewalInfo: JWS<RenewalInfoPayload>?
        /// The status of the subscription.
        public var status: SubscriptionStatus?
        /// The customer's reason for requesting a refund.
        public var consumptionRequestReason: String?

        /// Makes a value in which nothing is set.
        public init() {}
    }

    /// The result of an extension of many subscriptions.
    public struct ExtensionSummary: Hashable, Sendable {
        /// The app's bundle identifier.
        public var bundleIdentifier: String?
        /// The app's identifier in the App Store; missing outside production.
        public var appAppleIdentifier: Int64?
        /// The environment.
        public var environment: JWSEnvironment?
        /// The product.
        public var productIdentifier: String?
        /// The identifier of the request.
        public var requestIdentifier: String?
        /// The storefronts of the request.
        public var storefrontCountryCodes: [String]?
        /// The number of subscriptions that were extended.
        public var succeededCount: Int64?
        /// The number of subscriptions that were not extended.
        public var failedCount: Int64?

        /// Makes a value in which nothing is set.
        public init() {}
    }

    /// The app transaction that a notification is about.
    public struct AppDownload: Hashable, Sendable {
        /// The app's bundle identifier.
        public var bundleIdentifier: String?
        /// The app's identifier in the App Store; missing outside production.
        public var appAppleIdentifier: Int64?
        /// The environment.
        public var environment: JWSEnvironment?
        /// The app transaction; the notification doesn't verify it.
        public var signedAppTransaction: JWS<AppTransactionPayload>?

        /// Makes a value in which nothing is set.
        public init() {}
    }

    /// A purchase outside the App Store.
    public struct ExternalPurchaseToken: Hashable, Sendable {
        /// The app's bundle identifier.
        public var bundleIdentifier: String?
        /// The app's identifier in the App Store; missing outside production.
        public var appAppleIdentifier: Int64?
        /// The identifier of the token; in the sandbox it begins with "SANDBOX".
        public var externalPurchaseIdentifier: String?
        /// The date when the token was made.
        public var tokenCreationDate: Date?
        /// The date when the token expires; only a token of a custom link has one.
        public var tokenExpirationDate: Date?
        /// The type of the token; only a token of a custom link has one.
        public var tokenType: TokenType?

        /// Makes a value in which nothing is set.
        public init() {}
    }

    /// Seats of a subscription that the App Store took from members of a group.
    ///
    /// Apple documents the claims alone, so the app and the environment may be missing.
    public struct UnclaimedSeats: Hashable, Sendable {
        /// The app's bundle identifier.
        public var bundleIdentifier: String?
        /// The app's identifier in the App Store.
        public var appAppleIdentifier: Int64?
        /// The environment.
        public var environment: JWSEnvironment?
        /// The identifiers of the claims whose members lose access.
        public var seatClaimIdentifiers: [UUID]?

        /// Makes a value in which nothing is set.
        public init() {}
    }
}

/// A subject of a notification.
protocol NotificationSubject: JSONMembersCoding {
    /// Whether Apple documents that the subject names its app and environment.
    static var namesApp: Bool { get }
    var bundleIdentifier: String? { get set }
    var appAppleIdentifier: Int64? { get set }
    var environment: JWSEnvironment? { get }
}

extension NotificationSubject {
    static var namesApp: Bool { true }

    fileprivate mutating func codeApp(
        with members: inout JSONMembers
    ) throws(JSONMembers.Failure) {
        try members.code("bundleId", .text, &bundleIdentifier)
        try members.code("appAppleId", .integer, &appAppleIdentifier)
    }
}

extension NotificationPayload.Purchase: NotificationSubject {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try codeApp(with: &members)
        try members.code("environment", .named, &environment)
        try members.code("bundleVersion", .text, &appVersion)
        try members.code("signedTransactionInfo", .document(), &signedTransaction)
        try members.code("signedRenewalInfo", .document(), &signedRenewalInfo)
        try members.code("status", .numbered, &status)
        try members.code("consumptionRequestReason", .text, &consumptionRequestReason)
    }
}

extension NotificationPayload.ExtensionSummary: NotificationSubject {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try codeApp(with: &members)
        try members.code("environment", .named, &environment)
        try members.code("productId", .text, &productIdentifier)
        try members.code("requestIdentifier", .text, &requestIdentifier)
        try members.code("storefrontCountryCodes", .texts, &storefrontCountryCodes)
        try members.code("succeededCount", .integer, &succeededCount)
        try members.code("failedCount", .integer, &failedCount)
    }
}

extension NotificationPayload.AppDownload: NotificationSubject {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try codeApp(with: &members)
        try members.code("environment", .named, &environment)
        try members.code("signedAppTransactionInfo", .document(), &signedAppTransaction)
    }
}

extension NotificationPayload.ExternalPurchaseToken: NotificationSubject {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try codeApp(with: &members)
        try members.code("externalPurchaseId", .text, &externalPurchaseIdentifier)
        try members.code("tokenCreationDate", .date, &tokenCreationDate)
        try members.code("tokenExpirationDate", .date, &tokenExpirationDate)
        try members.code("tokenType", .named, &tokenType)
    }
}

extension NotificationPayload.ExternalPurchaseToken {
    /// The environment, from the beginning of the identifier.
    public var environment: JWSEnvironment? {
        externalPurchaseIdentifier.map {
            $0.utf8.starts(with: "SANDBOX".utf8) ? .sandbox : .production
        }
    }
}

extension NotificationPayload.UnclaimedSeats: NotificationSubject {
    static let namesApp = false

    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try codeApp(with: &members)
        try members.code("environment", .named, &environment)
        try members.code("unclaimSeatIds", .uuids, &seatClaimIdentifiers)
    }
}

/// A subject for which the payload has no property, such as one of a later version.
struct UnknownNotificationSubject: NotificationSubject {
    static let namesApp = false

    var bundleIdentifier: String?
    var appAppleIdentifier: Int64?
    var environment: JWSEnvironment?

    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try codeApp(with: &members)
        try members.code("environment", .named, &environment)
    }
}
