/// Where the purchases of a receipt were made.
public enum ReceiptEnvironment: String, Hashable, Sendable, CaseIterable {
    /// The App Store, for money.
    case production
    /// Apple's sandbox, TestFlight included.
    case sandbox
    /// Xcode's StoreKit testing, whose signing key everybody has.
    case xcode
    /// A store on the developer's own machine.
    case localTesting
}
