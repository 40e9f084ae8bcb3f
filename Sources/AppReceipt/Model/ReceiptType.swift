/// The type of a receipt, as Apple names it in attribute 0.
///
/// The attribute can contain any string; the known ones are constants here.
public struct ReceiptType: RawRepresentable, Hashable, Sendable {
    /// The string in the receipt.
    public let rawValue: String

    /// Makes a type from the string in a receipt.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// From the App Store.
    public static let production = Self(rawValue: "Production")
    /// From the sandbox or TestFlight.
    public static let productionSandbox = Self(rawValue: "ProductionSandbox")
    /// From the volume purchase program.
    public static let productionVPP = Self(rawValue: "ProductionVPP")
    /// From the sandbox of the volume purchase program.
    public static let productionVPPSandbox = Self(rawValue: "ProductionVPPSandbox")
    /// From the sandbox, as old documents call it.
    public static let sandbox = Self(rawValue: "Sandbox")
    /// From StoreKit testing in Xcode.
    public static let xcode = Self(rawValue: "Xcode")
    /// From a local store such as LocalAppStore.
    public static let localTesting = Self(rawValue: "LocalTesting")

    /// The environment of this type; `nil` for an unknown type.
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

/// The environment in which the purchases of a receipt were made.
public enum ReceiptEnvironment: String, Hashable, Sendable, CaseIterable {
    /// The App Store.
    case production
    /// Apple's sandbox, including TestFlight.
    case sandbox
    /// StoreKit testing in Xcode, whose signing key is public.
    case xcode
    /// A local store such as LocalAppStore.
    case localTesting
}

extension ReceiptEnvironment {
    /// The environment as signed documents and responses of verifyReceipt name it.
    package var jwsEnvironment: JWSEnvironment {
        switch self {
        case .production: .production
        case .sandbox: .sandbox
        case .xcode: .xcode
        case .localTesting: .localTesting
        }
    }
}
