/// The receipt was made for one device: its hash (attribute 5) is that device's.
public struct DeviceRule: ReceiptRule {
    /// The device: 16 octets of `identifierForVendor`, on macOS 6 octets of the primary network interface's address.
    public let deviceIdentifier: [UInt8]

    /// Asks for one device.
    public init(_ deviceIdentifier: [UInt8]) {
        self.deviceIdentifier = deviceIdentifier
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .device }

    /// Objects to a hash that is missing or of another device.
    public func objection(to content: ReceiptContent) -> String? {
        content.deviceHash == content.deviceHash(of: deviceIdentifier)
            ? nil : "the receipt is of another device"
    }
}

extension ReceiptRule where Self == DeviceRule {
    /// The receipt was made for the device with these identifying octets.
    public static func device(_ deviceIdentifier: [UInt8]) -> Self { Self(deviceIdentifier) }
}
