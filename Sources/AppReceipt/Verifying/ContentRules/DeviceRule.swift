/// The receipt was made for one device: its hash (attribute 5) is that device's.
public struct DeviceRule: ReceiptRule {
    /// What the device may have been known by when the receipt was made.
    public let deviceIdentifiers: [[UInt8]]

    /// Asks for one device: 16 octets of `identifierForVendor`, on macOS 6 octets of the address of
    /// a network interface.
    public init(_ deviceIdentifier: [UInt8]) {
        self.init(anyOf: [deviceIdentifier])
    }

    /// Asks for a device that is known by any of these; without one no receipt is good.
    ///
    /// The App Store takes the address of a Mac's built-in interface. A Mac that was repaired, or
    /// whose first interface is in an adapter, has it in another place. Pass the addresses of all
    /// built-in interfaces, and none that can be changed.
    public init(anyOf deviceIdentifiers: [[UInt8]]) {
        self.deviceIdentifiers = deviceIdentifiers
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .device }

    /// Objects to a hash that is missing or of another device.
    public func objection(to content: ReceiptContent) -> String? {
        deviceIdentifiers.contains { content.deviceHash == content.deviceHash(of: $0) }
            ? nil : "the receipt is of another device"
    }
}

extension ReceiptRule where Self == DeviceRule {
    /// The receipt was made for the device with these identifying octets.
    public static func device(_ deviceIdentifier: [UInt8]) -> Self { Self(deviceIdentifier) }

    /// The receipt was made for the device that is known by any of these identifying octets.
    public static func device(anyOf deviceIdentifiers: [[UInt8]]) -> Self {
        Self(anyOf: deviceIdentifiers)
    }
}
