public import Foundation

/// The verdict of a ``ReceiptVerifier``: a verified receipt, or a refusal.
public enum ReceiptVerdict: Hashable, Sendable {
    /// The receipt complies with every rule.
    case verified(Receipt)
    /// The receipt breaks a rule; nothing in it can be trusted.
    case refused(Refusal)
}

extension ReceiptVerdict {
    /// The reason why a receipt was refused.
    public struct Refusal: Error, Hashable, Sendable {
        /// The first rule that was broken.
        public let rule: Rule
        /// The way in which it was broken, in a sentence.
        public let reason: String

        /// Makes a refusal.
        public init(rule: Rule, reason: String) {
            self.rule = rule
            self.reason = reason
        }
    }
}

extension ReceiptVerdict.Refusal: LocalizedError, CustomStringConvertible {
    /// The rule's name and the reason.
    public var description: String { "\(rule.rawValue): \(reason)" }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension ReceiptVerdict {
    /// The name of a rule; the rules are checked in the order listed.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The name as a string.
        public let rawValue: String

        /// Makes a name, also for a rule of an app.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The bytes have the form of a receipt.
        public static let structure = Self(rawValue: "structure")
        /// There is exactly one signer, and exactly one certificate of its name and number.
        public static let signer = Self(rawValue: "signer")
        /// The digest algorithm is strong enough and the same in all places, and a signed digest
        /// matches the content.
        public static let digest = Self(rawValue: "digest")
        /// The signature was made over the content with the signer's key.
        public static let signature = Self(rawValue: "signature")
        /// The signer's certificate leads to a trusted root through one intermediate.
        public static let chain = Self(rawValue: "chain")
        /// The certificates were issued for receipts.
        public static let purpose = Self(rawValue: "purpose")
        /// The signed content has the form of a receipt's content.
        public static let content = Self(rawValue: "content")
        /// The certificates were valid when the receipt was created.
        public static let validity = Self(rawValue: "validity")
        /// The receipt has the required bundle identifier.
        public static let bundleIdentifier = Self(rawValue: "bundleIdentifier")
        /// The receipt has the required app version.
        public static let version = Self(rawValue: "version")
        /// The receipt was issued for the required device.
        public static let device = Self(rawValue: "device")
        /// The receipt belongs to an accepted environment.
        public static let environment = Self(rawValue: "environment")
        /// The receipt has the required identifier of the app in the App Store.
        public static let appAppleIdentifier = Self(rawValue: "appAppleIdentifier")
        /// The receipt has not expired.
        public static let expiry = Self(rawValue: "expiry")
    }
}
