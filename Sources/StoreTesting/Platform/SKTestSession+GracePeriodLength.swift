#if canImport(StoreKitTest)
public import StoreKitTest

#if canImport(Darwin)
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: timeRate sets it for Apple's session.")
#endif
extension SKTestSession {
    /// The length of a grace period, as a developer chooses it in App Store Connect; the raw value
    /// is the number of days.
    public enum GracePeriodLength: Int, Sendable, CaseIterable {
        /// Three days.
        case threeDays = 3
        /// Sixteen days.
        case sixteenDays = 16
        /// Twenty-eight days.
        case twentyEightDays = 28
    }
}
#endif
