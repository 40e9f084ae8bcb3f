/// A view of the App Store that promotes something.
///
/// Linux has no such view, so nothing presents one.
public struct AppStoreMerchandisingKind: Sendable {
    /// The group of the bundle that is promoted.
    package let groupID: String

    /// Returns the view of a bundle of subscriptions.
    ///
    /// - Parameter groupID: The group of the bundle.
    /// - Returns: A view that promotes the bundle.
    public static func subscriptionBundle(_ groupID: String) -> AppStoreMerchandisingKind {
        AppStoreMerchandisingKind(groupID: groupID)
    }
}

extension AppStoreMerchandisingKind {
    /// The result of a view.
    @nonexhaustive
    public enum PresentationResult: Sendable {
        /// The customer closed the view.
        case dismissed

        /// The customer made a purchase.
        case purchaseCompleted(Product.PurchaseResult)
    }
}
