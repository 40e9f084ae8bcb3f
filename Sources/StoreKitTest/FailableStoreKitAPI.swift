import StoreKit

/// A call of StoreKit 2, or calls, that a test can make fail.
public protocol FailableStoreKitAPI<Failure>: Sendable {
    /// The failures of the calls.
    associatedtype Failure: SKTestFailure
}

/// A call that the local store can make fail.
protocol SimulatedAPI: FailableStoreKitAPI {
    /// The name of the call in the store in use.
    static var name: SimulatedFailures.API { get }
}

/// The API of loading products.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.LoadProducts

    static let name = SimulatedFailures.API.loadProducts

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitLoadProductsAPI {
    /// The API of loading products.
    public static var loadProducts: StoreKitLoadProductsAPI { StoreKitLoadProductsAPI() }
}

/// The API of purchases.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.Purchase

    static let name = SimulatedFailures.API.purchase

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitPurchaseAPI {
    /// The API of purchases.
    public static var purchase: StoreKitPurchaseAPI { StoreKitPurchaseAPI() }
}

/// The API of verifying signatures of the App Store.
public struct StoreKitVerificationAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.Verification

    static let name = SimulatedFailures.API.verification

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitVerificationAPI {
    /// The API of verifying signatures of the App Store.
    public static var verification: StoreKitVerificationAPI { StoreKitVerificationAPI() }
}

/// The API of `AppStore.sync()`.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.AppStoreSync

    static let name = SimulatedFailures.API.appStoreSync

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
    /// The API of `AppStore.sync()`.
    public static var appStoreSync: StoreKitAppStoreSyncAPI { StoreKitAppStoreSyncAPI() }
}

/// The API of reading the status of subscriptions.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.SubscriptionStatus

    static let name = SimulatedFailures.API.subscriptionStatus

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
    /// The API of reading the status of subscriptions.
    public static var subscriptionStatus: StoreKitSubscriptionStatusAPI {
        StoreKitSubscriptionStatusAPI()
    }
}

/// The API of reading the app transaction.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.AppTransaction

    static let name = SimulatedFailures.API.appTransaction

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppTransactionAPI {
    /// The API of reading the app transaction.
    public static var appTransaction: StoreKitAppTransactionAPI { StoreKitAppTransactionAPI() }
}

/// The API of the sheet that manages subscriptions.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.ManageSubscriptions

    static let name = SimulatedFailures.API.manageSubscriptions

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
    /// The API of the sheet that manages subscriptions.
    public static var manageSubscriptions: StoreKitManageSubscriptionsAPI {
        StoreKitManageSubscriptionsAPI()
    }
}

/// The API of requests for refunds.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.RefundRequest

    static let name = SimulatedFailures.API.refundRequest

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitRefundRequestAPI {
    /// The API of requests for refunds.
    public static var refundRequest: StoreKitRefundRequestAPI { StoreKitRefundRequestAPI() }
}

/// The API of the sheet that redeems offer codes.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The failures of the API.
    public typealias Failure = SKTestFailures.OfferCodeRedeem

    static let name = SimulatedFailures.API.offerCodeRedeem

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
    /// The API of the sheet that redeems offer codes.
    public static var offerCodeRedeem: StoreKitOfferCodeRedeemAPI { StoreKitOfferCodeRedeemAPI() }
}
