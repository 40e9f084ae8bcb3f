/// The environment in which a document was signed.
///
/// The document can contain any string; the known ones are constants here.
public struct JWSEnvironment: RawRepresentable, Hashable, Sendable {
    /// The string in the document.
    public let rawValue: String

    /// Makes a value of the string in a document.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The App Store.
    public static let production = JWSEnvironment(rawValue: "Production")
    /// Apple's sandbox, including TestFlight.
    public static let sandbox = JWSEnvironment(rawValue: "Sandbox")
    /// StoreKit testing in Xcode.
    public static let xcode = JWSEnvironment(rawValue: "Xcode")
    /// A local store such as LocalAppStore.
    public static let localTesting = JWSEnvironment(rawValue: "LocalTesting")
}
