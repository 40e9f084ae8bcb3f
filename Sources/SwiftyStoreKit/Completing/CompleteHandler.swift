/// What the app registered for purchases that come outside of a call.
struct CompleteHandler: Sendable {
    let atomically: Bool
    let callback: Callback<[Purchase]>
}
