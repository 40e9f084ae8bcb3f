import Crypto
public import Foundation
import StrictJSON

/// A rule for the content of a receipt, checked after its signature and chain.
///
/// An app may add rules of its own.
public protocol ReceiptRule: Sendable {
    /// The name of this rule in a refusal.
    var name: ReceiptVerdict.Rule { get }

    /// The reason to refuse the receipt; `nil` without one.
    func objection(to content: ReceiptContent) -> String?
}

/// Requires a bundle identifier, compared byte for byte.
public struct BundleIdentifierRule: ReceiptRule {
    /// The required identifier.
    ///
    /// Write it into the code, because an `Info.plist` can be changed.
    public let bundleIdentifier: String

    /// Requires this bundle identifier.
    public init(_ bundleIdentifier: String) {
        self.bundleIdentifier = bundleIdentifier
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .bundleIdentifier }

    /// Refuses any other identifier, even one that is equal by Unicode's rules.
    public func objection(to content: ReceiptContent) -> String? {
        content.bundleIdentifier.utf8.elementsEqual(bundleIdentifier.utf8)
            ? nil : "the receipt is for the app \(content.bundleIdentifier.quoted)"
    }
}

extension ReceiptRule where Self == BundleIdentifierRule {
    /// Requires the bundle identifier of an app.
    public static func bundleIdentifier(_ bundleIdentifier: String) -> Self {
        Self(bundleIdentifier)
    }
}

/// Requires a version of the app, compared byte for byte.
public struct VersionRule: ReceiptRule {
    /// The required version: `CFBundleVersion`, on macOS `CFBundleShortVersionString`.
    public let version: String

    /// Requires this version.
    public init(_ version: String) {
        self.version = version
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .version }

    /// Refuses any other version.
    public func objection(to content: ReceiptContent) -> String? {
        content.appVersion.utf8.elementsEqual(version.utf8)
            ? nil : "the receipt is for version \(content.appVersion.quoted)"
    }
}

extension ReceiptRule where Self == VersionRule {
    /// Requires a version of the app.
    public static func version(_ version: String) -> Self { Self(version) }
}

/// Requires the device for which the receipt was issued: its device hash (attribute 5).
public struct DeviceRule: ReceiptRule {
    /// The identifiers that the device may have had when the receipt was issued.
    public let deviceIdentifiers: [[UInt8]]

    /// Requires the device with this identifier: the 16 bytes of `identifierForVendor`, on macOS
    /// the 6 bytes of the address of a network interface.
    public init(_ deviceIdentifier: [UInt8]) {
        self.init(anyOf: [deviceIdentifier])
    }

    /// Requires a device with one of these identifiers; an empty list refuses every receipt.
    ///
    /// The App Store uses the address of a built-in network interface of a Mac, which is not always
    /// the first one: a Mac may have been repaired, or have an adapter. Pass the addresses of all
    /// built-in interfaces, and none that can be changed.
    public init(anyOf deviceIdentifiers: [[UInt8]]) {
        self.deviceIdentifiers = deviceIdentifiers
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .device }

    /// Refuses a device hash that is missing or of another device.
    public func objection(to content: ReceiptContent) -> String? {
        deviceIdentifiers.contains { content.deviceHash == content.deviceHash(of: $0) }
            ? nil : "the receipt is for another device"
    }
}

extension ReceiptRule where Self == DeviceRule {
    /// Requires the device with this identifier.
    public static func device(_ deviceIdentifier: [UInt8]) -> Self { Self(deviceIdentifier) }

    /// Requires a device with one of these identifiers.
    public static func device(anyOf deviceIdentifiers: [[UInt8]]) -> Self {
        Self(anyOf: deviceIdentifiers)
    }
}

extension ReceiptContent {
    /// Computes the hash that attribute 5 has on a device: SHA-1, in receipts with SHA-256 too.
    ///
    /// It is made over the device identifier, the opaque value, and the bundle identifier with the
    /// tag and length of its encoding (Apple, "Validating receipts on the device").
    public func deviceHash(of deviceIdentifier: [UInt8]) -> [UInt8] {
        var hash = Insecure.SHA1()
        hash.update(data: deviceIdentifier)
        hash.update(data: opaqueValue)
        hash.update(data: DEREncoder.text(bundleIdentifier))
        return Array(hash.finalize())
    }
}

/// Requires one of several environments.
public struct EnvironmentRule: ReceiptRule {
    /// The environments that are accepted.
    public let environments: Set<ReceiptEnvironment>

    /// Requires one of these environments.
    public init(_ environments: Set<ReceiptEnvironment>) {
        self.environments = environments
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .environment }

    /// Refuses other environments, and a type that is missing or unknown.
    public func objection(to content: ReceiptContent) -> String? {
        if let environment = content.type?.environment, environments.contains(environment) {
            return nil
        }
        guard let type = content.type else { return "the receipt has no type" }
        return "the receipt has the type \(type.rawValue.quoted)"
    }
}

extension ReceiptRule where Self == EnvironmentRule {
    /// Requires one of these environments.
    public static func environment(_ environments: ReceiptEnvironment...) -> Self {
        Self(Set(environments))
    }
}

/// Requires the app's identifier in the App Store in receipts of production, as others have none.
public struct AppAppleIdentifierRule: ReceiptRule {
    /// The required identifier.
    public let appAppleIdentifier: Int64

    /// Requires this identifier.
    public init(_ appAppleIdentifier: Int64) {
        self.appAppleIdentifier = appAppleIdentifier
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .appAppleIdentifier }

    /// Refuses a receipt of production with any other identifier or without one.
    public func objection(to content: ReceiptContent) -> String? {
        guard content.type?.environment == .production,
            content.appIdentifier != appAppleIdentifier
        else { return nil }
        return content.appIdentifier.map { "the receipt is for the app with the identifier \($0)" }
            ?? "the receipt has no app identifier"
    }
}

extension ReceiptRule where Self == AppAppleIdentifierRule {
    /// Requires the app's identifier in the App Store in receipts of production.
    public static func appAppleIdentifier(_ appAppleIdentifier: Int64) -> Self {
        Self(appAppleIdentifier)
    }
}

/// Requires that the receipt has not expired; receipts of volume purchases can expire.
public struct ExpiryRule: ReceiptRule {
    /// The date at which the receipt must not have expired.
    public let date: Date

    /// Requires a receipt that has not expired at `date`.
    public init(at date: Date) {
        self.date = date
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .expiry }

    /// Refuses an expiration date that is not after `date`; a receipt without one never expires.
    ///
    /// If `date` is earlier than the creation of the receipt, the creation counts, so that setting
    /// the clock back does not revive an expired receipt.
    public func objection(to content: ReceiptContent) -> String? {
        let moment = max(date, content.creationDate)
        guard let expiration = content.expirationDate, expiration <= moment else { return nil }
        return "the receipt expired at \(ReceiptDate.text(expiration))"
    }
}

extension ReceiptRule where Self == ExpiryRule {
    /// Requires a receipt that has not expired at `date`.
    public static func notExpired(at date: Date) -> Self { Self(at: date) }
}
