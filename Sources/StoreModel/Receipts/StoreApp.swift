public import Foundation

/// The app for which a store issues receipts, and its device.
public struct StoreApp: Sendable, Equatable, Codable {
    /// The bundle identifier.
    public var bundleIdentifier: String
    /// The version, which on iOS is `CFBundleVersion`.
    public var version: String
    /// The device's `identifierForVendor`; its 16 bytes are hashed into the receipt.
    public var deviceIdentifier: UUID
    /// The identifier of the app in the App Store, which only documents of production have.
    package var appleIdentifier: Int64

    /// Makes an app.
    public init(
        bundleIdentifier: String,
        version: String = "1",
        deviceIdentifier: UUID? = nil,
        appleIdentifier: Int64 = 0
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.version = version
        self.deviceIdentifier = deviceIdentifier ?? Self.anyDevice
        self.appleIdentifier = appleIdentifier
    }

    /// Decodes an app; missing values, except the bundle identifier, have their defaults.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(bundleIdentifier: try fields.decode(String.self, forKey: .bundleIdentifier))
        try fields.decode(.version, into: &version)
        try fields.decode(.deviceIdentifier, into: &deviceIdentifier)
        try fields.decode(.appleIdentifier, into: &appleIdentifier)
    }

    /// The identifier of a device that has none: all zeros, as on iOS.
    package static let anyDevice = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The running program: its bundle if it has one, else its process name.
    public static var current: StoreApp {
        let version = Bundle.main.infoDictionary?["CFBundleVersion"] as? String
        return StoreApp(
            bundleIdentifier: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName,
            version: version ?? "1"
        )
    }

    /// The bytes of the device identifier, for the hash.
    var deviceBytes: [UInt8] {
        withUnsafeBytes(of: deviceIdentifier.uuid) { Array($0) }
    }
}

/// The app that was last run on a ledger with the store of its environment.
package struct RecordedApp: Preference {
    package static let preferenceName = "app"

    package var app: StoreApp?

    package init(app: StoreApp? = nil) {
        self.app = app
    }

    package enum CodingKeys: CodingKey {
        case app
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        app = try fields.decodeIfPresent(StoreApp.self, forKey: .app)
    }
}
