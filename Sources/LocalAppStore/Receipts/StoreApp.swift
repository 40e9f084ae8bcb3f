public import Foundation

/// The app that a store issues receipts for, and the device it runs on.
public struct StoreApp: Sendable, Equatable {
    /// The bundle identifier, which an app compares with a constant.
    public var bundleIdentifier: String
    /// The version, which on iOS is `CFBundleVersion`.
    public var version: String
    /// What `identifierForVendor` would be: its 16 octets are in the receipt's device hash.
    public var deviceIdentifier: UUID

    /// Describes an app.
    public init(
        bundleIdentifier: String,
        version: String = "1",
        deviceIdentifier: UUID = StoreApp.anyDevice
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.version = version
        self.deviceIdentifier = deviceIdentifier
    }

    /// The identifier of a device that has none: all zeros, as iOS has it in such a case.
    public static let anyDevice = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The program that runs: its bundle where it has one, else the name of its process.
    public static var current: StoreApp {
        let version = Bundle.main.infoDictionary?["CFBundleVersion"] as? String
        return StoreApp(
            bundleIdentifier: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName,
            version: version ?? "1"
        )
    }
}

extension StoreApp {
    /// The device's octets, as they are hashed.
    var deviceOctets: [UInt8] {
        withUnsafeBytes(of: deviceIdentifier.uuid) { Array($0) }
    }
}
