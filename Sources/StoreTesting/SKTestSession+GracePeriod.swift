// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// The length of a grace period in real time; `.sixteenDays` by default.
    ///
    /// It applies to renewals that fail from now on, and is six days at most for a weekly
    /// subscription. It has no effect unless `billingGracePeriodIsEnabled` is `true`, and none with
    /// a `timeRate` that shortens the month or makes all periods equal: Apple states the grace
    /// periods of these.
    public var gracePeriodLength: GracePeriodLength {
        get {
            let length = reporting { try $0.settings }?.gracePeriodLength
            return length.flatMap { GracePeriodLength(rawValue: $0.rawValue) } ?? .sixteenDays
        }
        set {
            let length = LocalAppStore.GracePeriodLength(rawValue: newValue.rawValue)
            reporting { store in
                try store.updateSettings { $0.gracePeriodLength = length ?? $0.gracePeriodLength }
            }
        }
    }
}
#endif
