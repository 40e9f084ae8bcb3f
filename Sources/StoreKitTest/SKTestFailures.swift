public import StoreKit

/// The failures that a test simulates, by the API that fails.
public enum SKTestFailures {
    /// A failure of loading products.
    @nonexhaustive
    public enum LoadProducts: GenericFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)

        var error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// A failure of a purchase.
    @nonexhaustive
    public enum Purchase: StoreKitFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)
        /// The store refuses the purchase.
        case purchase(Product.PurchaseError)

        init?(_ error: any Error) {
            switch error {
            case let error as StoreKitError: self = .generic(error)
            case let error as Product.PurchaseError: self = .purchase(error)
            default: return nil
            }
        }

        var error: any Error {
            switch self {
            case .generic(let error): error
            case .purchase(let error): error
            }
        }
    }

    /// A failure of verifying signatures of the App Store.
    @nonexhaustive
    public enum Verification: StoreKitFailure {
        /// It finds that a value is not verified, for this reason.
        case verification(VerificationResult<Any>.VerificationError)

        init?(_ error: any Error) {
            guard let error = error as? VerificationResult<Any>.VerificationError else {
                return nil
            }
            self = .verification(error)
        }

        var error: any Error {
            switch self {
            case .verification(let error): error
            }
        }
    }

    /// A failure of `AppStore.sync()`.
    @nonexhaustive
    public enum AppStoreSync: GenericFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)

        var error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// A failure of reading the status of subscriptions.
    @nonexhaustive
    public enum SubscriptionStatus: GenericFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)

        var error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// A failure of reading the app transaction.
    @nonexhaustive
    public enum AppTransaction: GenericFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)

        var error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// A failure of the sheet that manages subscriptions.
    @nonexhaustive
    public enum ManageSubscriptions: GenericFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)

        var error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// A failure of a request for a refund.
    @nonexhaustive
    public enum RefundRequest: StoreKitFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)
        /// The request is refused.
        case refundRequest(Transaction.RefundRequestError)

        init?(_ error: any Error) {
            switch error {
            case let error as StoreKitError: self = .generic(error)
            case let error as Transaction.RefundRequestError: self = .refundRequest(error)
            default: return nil
            }
        }

        var error: any Error {
            switch self {
            case .generic(let error): error
            case .refundRequest(let error): error
            }
        }
    }

    /// A failure of the sheet that redeems offer codes.
    @nonexhaustive
    public enum OfferCodeRedeem: GenericFailure {
        /// It fails with an error of StoreKit.
        case generic(StoreKitError)

        var error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
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
