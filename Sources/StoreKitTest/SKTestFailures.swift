public import StoreKit

/// The failures that a test simulates, by the API that fails.
public enum SKTestFailures {
    /// A failure of loading products.
    @nonexhaustive
    public enum LoadProducts: SKTestFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)
    }

    /// A failure of a purchase.
    @nonexhaustive
    public enum Purchase: SKTestFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)
        /// The store refuses the purchase.
        case purchase(Product.PurchaseError)
    }

    /// A failure of verifying signatures of the App Store.
    @nonexhaustive
    public enum Verification: SKTestFailure {
        /// It finds that a value is not verified, for this reason.
        case verification(VerificationResult<Any>.VerificationError)
    }

    /// A failure of `AppStore.sync()`.
    @nonexhaustive
    public enum AppStoreSync: SKTestFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)
    }

    /// A failure of reading the status of subscriptions.
    @nonexhaustive
    public enum SubscriptionStatus: SKTestFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)
    }

    /// A failure of reading the app transaction.
    @nonexhaustive
    public enum AppTransaction: SKTestFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)
    }

    /// A failure of the sheet that manages subscriptions.
    @nonexhaustive
    public enum ManageSubscriptions: SKTestFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)
    }

    /// A failure of a request for a refund.
    @nonexhaustive
    public enum RefundRequest: SKTestFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)
        /// The request is refused.
        case refundRequest(Transaction.RefundRequestError)
    }

    /// A failure of the sheet that redeems offer codes.
    @nonexhaustive
    public enum OfferCodeRedeem: SKTestFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)
    }
}

/// A failure that is nothing but one of StoreKit's errors.
protocol GenericFailure: StoreKitFailure {
    /// Makes the failure.
    static func generic(_ error: StoreKitError) -> Self
}

extension GenericFailure {
    init?(_ error: any Error) {
        guard let error = error as? StoreKitError else { return nil }
        self = .generic(error)
    }
}

extension SKTestFailures.LoadProducts: GenericFailure {
    var error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.Purchase: StoreKitFailure {
    var error: any Error {
        switch self {
        case .generic(let error): error
        case .purchase(let error): error
        }
    }

    init?(_ error: any Error) {
        switch error {
        case let error as StoreKitError: self = .generic(error)
        case let error as Product.PurchaseError: self = .purchase(error)
        default: return nil
        }
    }
}

extension SKTestFailures.Verification: StoreKitFailure {
    var error: any Error {
        switch self {
        case .verification(let error): error
        }
    }

    init?(_ error: any Error) {
        guard let error = error as? VerificationResult<Any>.VerificationError else { return nil }
        self = .verification(error)
    }
}

extension SKTestFailures.AppStoreSync: GenericFailure {
    var error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.SubscriptionStatus: GenericFailure {
    var error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.AppTransaction: GenericFailure {
    var error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.ManageSubscriptions: GenericFailure {
    var error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.RefundRequest: StoreKitFailure {
    var error: any Error {
        switch self {
        case .generic(let error): error
        case .refundRequest(let error): error
        }
    }

    init?(_ error: any Error) {
        switch error {
        case let error as StoreKitError: self = .generic(error)
        case let error as Transaction.RefundRequestError: self = .refundRequest(error)
        default: return nil
        }
    }
}

extension SKTestFailures.OfferCodeRedeem: GenericFailure {
    var error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}
