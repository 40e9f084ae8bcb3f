import StoreKit

/// A call of StoreKit 2, or calls, that a test can make fail.
public protocol FailableStoreKitAPI<Failure>: Sendable {
    /// The failures of the calls.
    associatedtype Failure: SKTestFailure
}

extension FailableStoreKitAPI {
    /// The name of the call in the local store; `nil` for one that isn't StoreKit's.
    var name: SimulatedFailures.API? {
        switch self {
        case is StoreKitLoadProductsAPI: .loadProducts
        case is StoreKitPurchaseAPI: .purchase
        case is StoreKitVerificationAPI: .verification
        case is StoreKitAppStoreSyncAPI: .appStoreSync
        case is StoreKitSubscriptionStatusAPI: .subscriptionStatus
        case is StoreKitAppTransactionAPI: .appTransaction
        case is StoreKitManageSubscriptionsAPI: .manageSubscriptions
        case is StoreKitRefundRequestAPI: .refundRequest
        case is StoreKitOfferCodeRedeemAPI: .offerCodeRedeem
        default: nil
        }
    }
}

/// The API of loading products.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.LoadProducts

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitLoadProductsAPI {
    /// The API of loading products.
    public static var loadProducts: Self { Self() }
}

/// The API of purchases.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.Purchase

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitPurchaseAPI {
    /// The API of purchases.
    public static var purchase: Self { Self() }
}

/// The API of verifying signatures of the App Store.
public struct StoreKitVerificationAPI: FailableStoreKitAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.Verification

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitVerificationAPI {
    /// The API of verifying signatures of the App Store.
    public static var verification: Self { Self() }
}

/// The API of `AppStore.sync()`.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.AppStoreSync

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
    /// The API of `AppStore.sync()`.
    public static var appStoreSync: Self { Self() }
}

/// The API of reading the status of subscriptions.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.SubscriptionStatus

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
    /// The API of reading the status of subscriptions.
    public static var subscriptionStatus: Self { Self() }
}

/// The API of reading the app transaction.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.AppTransaction

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppTransactionAPI {
    /// The API of reading the app transaction.
    public static var appTransaction: Self { Self() }
}

/// The API of the sheet that manages subscriptions.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.ManageSubscriptions

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
    /// The API of the sheet that manages subscriptions.
    public static var manageSubscriptions: Self { Self() }
}

/// The API of requests for refunds.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.RefundRequest

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitRefundRequestAPI {
    /// The API of requests for refunds.
    public static var refundRequest: Self { Self() }
}

/// The API of the sheet that redeems offer codes.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.OfferCodeRedeem

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
    /// The API of the sheet that redeems offer codes.
    public static var offerCodeRedeem: Self { Self() }
}
