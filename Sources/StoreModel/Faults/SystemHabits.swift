package import Foundation

/// One of Apple's systems, whose undocumented behavior a store can imitate.
///
/// Source: measurements in Xcode's test environment and reports of developers, in 2026. Another
/// version of a system may behave otherwise.
public enum SystemHabits: String, Sendable, CaseIterable {
    /// The habits of macOS 26 with Xcode 27.
    case macOS26
    /// The habits of the iOS 27 simulator.
    case iOS27
    /// The habits of Xcode's test environment on any system, from a client's tests.
    case xcode
    /// The habits of Xcode 27's test environment on version 27 systems, from a client's tests.
    case xcode27
    /// The habits of the sandbox and production, from fewer measurements.
    case sandbox
}

// The delays of the system.
extension SystemHabits {
    /// The seconds after which a purchase of the app is listed; 0 if it is listed immediately.
    package var listingDelay: TimeInterval { self == .macOS26 ? 1 : 0 }

    /// The seconds after which `Transaction.updates` has a subscription that the app itself bought.
    package var ownSubscriptionDelays: [TimeInterval] {
        switch self {
        case .macOS26: [0.5]
        case .iOS27, .xcode, .xcode27: []
        case .sandbox: [10, 20]
        }
    }

    /// The additions to the unfinished transactions at launch; `nil` for none.
    ///
    /// Additions change the order of delivery from oldest first to newest first.
    package var launchDelivery: LaunchDelivery? {
        switch self {
        case .macOS26: .withFinishedOriginals
        case .iOS27: .withNewestTwice
        case .xcode, .xcode27, .sandbox: nil
        }
    }

    package enum LaunchDelivery: Sendable {
        case withFinishedOriginals
        case withNewestTwice
    }

    /// The time for which a renewing subscription seems to have expired; `nil` for none.
    package var renewalGap: RenewalGap? {
        switch self {
        case .macOS26: RenewalGap(seconds: 0.7, willAutoRenew: true)
        case .iOS27: RenewalGap(seconds: 0.3, willAutoRenew: false)
        case .xcode, .xcode27, .sandbox: nil
        }
    }

    package struct RenewalGap: Sendable {
        package let seconds: TimeInterval
        package let willAutoRenew: Bool

        /// Whether a date is in the gap after a renewal.
        package func contains(_ date: Date, after renewalDate: Date) -> Bool {
            date < renewalDate.addingTimeInterval(seconds)
        }
    }

    /// Whether the first result about introductory offers stays until the app ends.
    package var keepsOfferEligibility: Bool { self == .macOS26 || self == .iOS27 }

    /// The seconds for which a customer stays ineligible for introductory offers after the
    /// transactions were cleared; 0 for none.
    package var ineligibilityAfterClearing: TimeInterval { self == .xcode27 ? 30 : 0 }

    /// Whether `Storefront.updates` begins with the current storefront.
    package var announcesStorefront: Bool { self == .macOS26 }
}

// Undocumented behavior of the system.
extension SystemHabits {
    /// Whether buying a subscription that has expired returns its old transaction.
    package var returnsExpiredSubscription: Bool { self == .iOS27 }

    /// Whether a declined purchase is approved.
    package var approvesDeclined: Bool { self == .iOS27 }

    /// Whether an interrupted purchase throws `StoreKitError.unknown`, and is not pending.
    package var failsInterrupted: Bool { self == .iOS27 }

    /// Whether a consumable is bought without the promotional offer that a purchase requests.
    package var ignoresOffersOfConsumables: Bool { self == .xcode }

    /// Whether a subscription in billing retry is listed as an entitlement.
    package var entitlesInBillingRetry: Bool { self == .iOS27 }

    /// Whether calls that a test makes fail throw an error of the system.
    package var replacesSimulatedErrors: Bool { self == .iOS27 }

    /// Whether purchases fail once a test has ended their simulated failure.
    package var keepsPurchaseFailure: Bool { self == .macOS26 }

    /// Whether a simulated cancellation of a purchase throws `StoreKitError.unknown`.
    package var failsSimulatedCancellation: Bool { self == .xcode27 }

    /// Whether the store keeps its storefront when the settings are changed.
    package var keepsStorefront: Bool { self == .xcode27 }

    /// Whether requests for products have empty responses in the first launch with a store.
    package var hidesProductsAtFirst: Bool { self == .xcode27 }

    /// Whether queries of StoreKit 2 follow only the first purchase of a launch, and not its end.
    package var followsFirstPurchaseOnly: Bool { self == .xcode27 }

    /// Whether a launch delivers again the renewals that the original API finished offline.
    package var repeatsOfflineRenewals: Bool { self == .xcode27 }
}
