public import Foundation
import LocalAppStore

/// The App Store of the device.
public enum AppStore: Sendable {
    /// Whether the customer is allowed to make purchases; `true` without a store.
    public static var canMakePayments: Bool { SKPaymentQueue.canMakePayments() }

    /// The device's identifier in ``Transaction/deviceVerification``; `nil` without a store.
    public static var deviceVerificationID: UUID? {
        let connection = StoreConnection.current
        return connection.diagnostics.reporting { try connection.store().app.deviceIdentifier }
    }

    /// The rating of the app for the customer's region; the local store has none.
    public static var ageRatingCode: Int? {
        get async { nil }
    }

    /// Brings the transactions and statuses on the device up to date.
    ///
    /// The local store does that automatically, so this changes nothing.
    ///
    /// - Throws: `StoreKitError.networkError` where the fault plan interrupts the network,
    ///   `StoreKitError.userCancelled` after the customer has signed out, or the simulated error of
    ///   a test session.
    public static func sync() async throws {
        try await StoreScope.current.sync()
    }
}

extension AppStore {
    /// The store that a purchase was made in.
    public struct Environment: RawRepresentable, Equatable, Hashable, Sendable {
        /// The store's name in signed documents.
        public let rawValue: String

        /// Makes the store of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The App Store with real money.
        public static let production = Environment(rawValue: "Production")

        /// The App Store without money, for tests.
        public static let sandbox = Environment(rawValue: "Sandbox")

        /// A store on the developer's machine, for tests.
        public static let xcode = Environment(rawValue: "Xcode")
    }

    /// The platform on which a customer first got an app.
    public struct Platform: RawRepresentable, Equatable, Hashable, Sendable {
        /// The platform's name in signed documents.
        public let rawValue: String

        /// Makes the platform of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The system of iPhone and iPad.
        public static let iOS = Platform(rawValue: "iOS")

        /// The system of the Mac.
        public static let macOS = Platform(rawValue: "macOS")

        /// The system of Apple TV.
        public static let tvOS = Platform(rawValue: "tvOS")

        /// The system of Apple Vision.
        public static let visionOS = Platform(rawValue: "visionOS")

        /// The administration of an organization.
        public static var managed: Platform { Platform(rawValue: "MANAGED") }
    }
}

/// An option for the sheet that redeems offer codes; Apple has defined none yet.
public struct RedeemOption: Equatable, Hashable, Sendable {}

/// A view of the App Store that promotes something.
///
/// Linux has no such view, so nothing presents one.
public struct AppStoreMerchandisingKind: Sendable {
    /// The group of the bundle that is promoted.
    package let groupID: String

    /// Returns the view of a bundle of subscriptions, by the bundle's group.
    public static func subscriptionBundle(_ groupID: String) -> AppStoreMerchandisingKind {
        AppStoreMerchandisingKind(groupID: groupID)
    }

    /// The result of a view.
    @nonexhaustive
    public enum PresentationResult: Sendable {
        /// The customer closed the view.
        case dismissed

        /// The customer made a purchase.
        case purchaseCompleted(Product.PurchaseResult)
    }
}
