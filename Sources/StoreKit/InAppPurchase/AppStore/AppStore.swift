public import Foundation
import LocalAppStore

/// The App Store of the device.
public enum AppStore: Sendable {
    /// Whether the customer is allowed to make purchases; `true` without a store.
    public static var canMakePayments: Bool { SKPaymentQueue.canMakePayments() }

    /// The device's identifier in ``Transaction/deviceVerification``; `nil` without a store.
    public static var deviceVerificationID: UUID? {
        StoreConnection.current.openedStore?.app.deviceIdentifier
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

/// An option for the sheet that redeems offer codes; Apple has defined none yet.
public struct RedeemOption: Equatable, Hashable, Sendable {}
