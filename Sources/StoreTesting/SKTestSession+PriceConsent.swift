// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// The customer's response when the sheet about a price increase is shown; `.later` by default.
    ///
    /// The sheet is shown when a consent becomes pending, unless the payment queue's delegate
    /// objects, and when the app calls `showPriceConsentIfNeeded()`. `disableDialogs` does not
    /// matter, because no person is asked.
    public var priceConsentAnswer: PriceConsentAnswer {
        get {
            switch store.subscriptions.priceConsentAnswer {
            case .agree: .agree
            case .decline: .decline
            case .later: .later
            }
        }
        set {
            switch newValue {
            case .agree: store.subscriptions.priceConsentAnswer = .agree
            case .decline: store.subscriptions.priceConsentAnswer = .decline
            case .later: store.subscriptions.priceConsentAnswer = .later
            }
        }
    }
}
#endif
