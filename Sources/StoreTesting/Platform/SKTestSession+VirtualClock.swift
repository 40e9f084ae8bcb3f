#if canImport(Darwin) && canImport(StoreKitTest)
public import StoreKitTest

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
@available(*, unavailable, message: "On Linux only: Apple's session has no virtual time.")
extension SKTestSession {
    public typealias VirtualClock = ContinuousClock
    public var clock: VirtualClock { VirtualClock() }
}
#endif
