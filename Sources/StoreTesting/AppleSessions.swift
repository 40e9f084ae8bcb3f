#if canImport(Darwin) && canImport(Testing)
public import Testing

// What a test cannot have where the sessions are Apple's: they set the one environment of the
// process.
extension Trait where Self == ExclusiveSession {
    /// Not where the session is Apple's, which sets one environment for all tests of a process.
    @available(
        *,
        unavailable,
        message: "Apple's sessions share one environment: use .serialized and .exclusiveSession."
    )
    public static func store(_ filename: String) -> Self { exclusiveSession }

    /// Not where the session is Apple's, which sets one environment for all tests of a process.
    @available(
        *,
        unavailable,
        message: "Apple's sessions share one environment: use .serialized and .exclusiveSession."
    )
    public static var separateStore: Self { exclusiveSession }
}
#endif
