/// The kind of receipt that attribute 0 states, in Apple's own words.
///
/// Any text can stand there, so this is a text with the known values as constants.
public struct ReceiptType: RawRepresentable, Hashable, Sendable {
    /// The text as it stands in the receipt.
    public let rawValue: String

    /// Takes the text as it stands in a receipt.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Bought on the App Store.
    public static let production = ReceiptType(rawValue: "Production")
    /// Bought in the sandbox or through TestFlight.
    public static let productionSandbox = ReceiptType(rawValue: "ProductionSandbox")
    /// Bought through the volume purchase program.
    public static let productionVPP = ReceiptType(rawValue: "ProductionVPP")
    /// Bought through the volume purchase program's sandbox.
    public static let productionVPPSandbox = ReceiptType(rawValue: "ProductionVPPSandbox")
    /// Bought in the sandbox, as old documents call it.
    public static let sandbox = ReceiptType(rawValue: "Sandbox")
    /// Made by Xcode's StoreKit testing.
    public static let xcode = ReceiptType(rawValue: "Xcode")
    /// Made by a store on the developer's own machine.
    public static let localTesting = ReceiptType(rawValue: "LocalTesting")

    /// The environment that this type belongs to; `nil` for a type that is not known.
    public var environment: ReceiptEnvironment? {
        switch self {
        case .production, .productionVPP: .production
        case .productionSandbox, .productionVPPSandbox, .sandbox: .sandbox
        case .xcode: .xcode
        case .localTesting: .localTesting
        default: nil
        }
    }
}
