public import Foundation
import StrictJSON

extension PromotionalOfferSignature {
    /// The signed message: seven fields, joined by the invisible separator U+2063, in UTF-8.
    public struct Message: Sendable, Hashable {
        /// The app's bundle identifier.
        public var bundleIdentifier: String
        /// The identifier of the key that signs.
        public var keyIdentifier: String
        /// The product identifier of the subscription.
        public var productIdentifier: String
        /// The identifier of the promotional offer.
        public var offerIdentifier: String
        /// The user name or account token of the payment, empty if it has none.
        ///
        /// It is signed in lower case, as Apple's server libraries do.
        ///
        /// A capital sigma at the end of a word becomes ς, as in Apple's libraries for Java, Node
        /// and Python (Unicode's rule Final_Sigma). Apple's library for Swift writes σ there.
        public var applicationUsername: String
        /// The value that makes a signature good for one purchase; it is signed in lower case.
        public var nonce: UUID
        /// The date of the signature, in milliseconds since 1970.
        public var timestamp: Int64

        /// Makes a message, by default with a new nonce and without a user name.
        public init(
            bundleIdentifier: String,
            keyIdentifier: String,
            productIdentifier: String,
            offerIdentifier: String,
            applicationUsername: String = "",
            nonce: UUID = UUID(),
            timestamp: Int64
        ) {
            self.bundleIdentifier = bundleIdentifier
            self.keyIdentifier = keyIdentifier
            self.productIdentifier = productIdentifier
            self.offerIdentifier = offerIdentifier
            self.applicationUsername = applicationUsername
            self.nonce = nonce
            self.timestamp = timestamp
        }

        /// The bytes that are signed.
        public var data: Data { Self.data(fields) }
    }
}

extension PromotionalOfferSignature.Message {
    static func data(_ fields: [String], separator: String = "\u{2063}") -> Data {
        Data(fields.joined(separator: separator).utf8)
    }

    /// The fields as they are signed, in the order of Apple's documentation.
    var fields: [String] {
        [
            bundleIdentifier, keyIdentifier, productIdentifier, offerIdentifier,
            applicationUsername.lowercasedWithFinalSigma, nonce.uuidString.lowercased(),
            String(timestamp),
        ]
    }

    private static let names = [
        "bundle identifier", "key identifier", "product identifier", "offer identifier",
        "user name", "nonce", "timestamp",
    ]

    /// The fields with their names, for developers.
    var summary: String {
        zip(Self.names, fields).map { "\($0) \($1.quoted)" }.joined(separator: ", ")
    }

    func requireKey(_ key: PromotionalOfferKey) throws(PromotionalOfferSignature.Error) {
        guard keyIdentifier.utf8.elementsEqual(key.id.utf8) else {
            throw .otherKey(id: keyIdentifier, expected: key.id)
        }
    }

    /// Checks that the message is neither older than 24 hours nor of the future, apart from a clock
    /// that is a little ahead.
    func requireTimestamp(at date: Date) throws(PromotionalOfferSignature.Error) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let now = Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
        let (difference, overflows) = now.subtractingReportingOverflow(timestamp)
        // A difference that overflows is beyond both limits.
        let age = !overflows ? difference : timestamp > now ? .min : .max
        guard age >= -PromotionalOfferSignature.clockTolerance else {
            throw .inFuture(timestamp: timestamp, now: now)
        }
        guard age <= PromotionalOfferSignature.validity else {
            throw .tooOld(timestamp: timestamp, now: now)
        }
    }
}

extension String {
    /// The string in lower case, with a capital sigma at the end of a word as ς.
    ///
    /// `lowercased()` looks at each scalar alone, and leaves out this one rule of Unicode that
    /// looks at the neighbours (The Unicode Standard, 3.13, Final_Sigma).
    fileprivate var lowercasedWithFinalSigma: String {
        let scalars = Array(unicodeScalars)
        var text = ""
        for (index, scalar) in scalars.enumerated() {
            let isFinal =
                scalar == "\u{3A3}" && Self.isCased(nearestOf: scalars[..<index].reversed())
                && !Self.isCased(nearestOf: scalars[(index + 1)...])
            text += isFinal ? "\u{3C2}" : scalar.properties.lowercaseMapping
        }
        return text
    }

    /// Whether the nearest scalar that matters for case has one.
    private static func isCased(nearestOf scalars: some Sequence<Unicode.Scalar>) -> Bool {
        scalars.first { !$0.properties.isCaseIgnorable }?.properties.isCased ?? false
    }
}
