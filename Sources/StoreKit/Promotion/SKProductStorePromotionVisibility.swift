/// Whether a promoted product shows in the App Store on this device.
@frozen
public enum SKProductStorePromotionVisibility: Int, Sendable {
    /// As it was set up for everybody.
    case `default` = 0

    /// It shows.
    case show = 1

    /// It does not show.
    case hide = 2
}
