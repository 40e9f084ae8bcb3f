/// The App Store server's own reason for a failure.
public enum ServerFailure: Int, Sendable, CaseIterable {
    /// The customer has to do something in the App Store before the purchase can go on.
    case interrupted = 3038
    /// The customer is subscribed to the product already.
    case alreadySubscribed = 3532
}
