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
        /// The transaction, which is not verified by being here.
        public var signedTransaction: JWS<TransactionPayload>?
        /// The renewal info, which is not verified by being here.
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
        /// The app transaction, which is not verified by being here.
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

        /// Makes a value in which nothing is set.
        public init() {}
    }
}

extension NotificationPayload.Purchase: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.text("bundleId", &bundleIdentifier)
        try members.integer("appAppleId", &appAppleIdentifier)
        try members.named("environment", &environment)
        try members.text("bundleVersion", &appVersion)
        try members.document("signedTransactionInfo", &signedTransaction)
        try members.document("signedRenewalInfo", &signedRenewalInfo)
        try members.numbered("status", &status)
        try members.text("consumptionRequestReason", &consumptionRequestReason)
    }
}

extension NotificationPayload.ExtensionSummary: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.text("bundleId", &bundleIdentifier)
        try members.integer("appAppleId", &appAppleIdentifier)
        try members.named("environment", &environment)
        try members.text("productId", &productIdentifier)
        try members.text("requestIdentifier", &requestIdentifier)
        try members.texts("storefrontCountryCodes", &storefrontCountryCodes)
        try members.integer("succeededCount", &succeededCount)
        try members.integer("failedCount", &failedCount)
    }
}

extension NotificationPayload.AppDownload: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.text("bundleId", &bundleIdentifier)
        try members.integer("appAppleId", &appAppleIdentifier)
        try members.named("environment", &environment)
        try members.document("signedAppTransactionInfo", &signedAppTransaction)
    }
}

extension NotificationPayload.ExternalPurchaseToken: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.text("bundleId", &bundleIdentifier)
        try members.integer("appAppleId", &appAppleIdentifier)
        try members.text("externalPurchaseId", &externalPurchaseIdentifier)
        try members.date("tokenCreationDate", &tokenCreationDate)
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
