extension SwiftyStoreKit {
    /// Registers what is told when the App Store takes entitlements back, with the product
    /// identifiers.
    ///
    /// Called on the main queue, once for each message of StoreKit. A later call replaces the
    /// handler; messages that came before the first call are kept and replayed.
    @available(iOS 14, tvOS 14, macOS 11, watchOS 7, macCatalyst 14, *)
    public class func onEntitlementRevocation(completion: @escaping ([String]) -> Void) {
        shared.onEntitlementRevocation(Callback(completion))
    }
}
