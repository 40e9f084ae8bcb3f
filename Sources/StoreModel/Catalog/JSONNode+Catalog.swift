import AppReceipt
package import Foundation
package import StrictJSON

// Values that only catalog files contain.
extension JSONNode {
    /// Returns the node itself, if it is an object, `null` or missing.
    func optionalObject() throws(JSONMismatch) -> JSONNode {
        isPresent ? try object() : self
    }

    /// Returns the elements of a list; none if it is missing or `null`.
    package func optionalElements() throws(JSONMismatch) -> [JSONNode] {
        isPresent ? try elements() : []
    }

    /// Returns a Boolean value; false if it is missing or `null`.
    func optionalFlag() throws(JSONMismatch) -> Bool {
        isPresent ? try flag() : false
    }

    /// Returns a string that is not empty.
    package func identifierText() throws(JSONMismatch) -> String {
        guard case .string(let text) = value, !text.isEmpty else {
            throw mismatch(expected: "an identifier")
        }
        return text
    }

    /// Returns an integer from 1 to 9999, so that products of a few counts cannot overflow.
    func count() throws(JSONMismatch) -> Int {
        try integer(in: 1...9999)
    }

    func locale() throws(JSONMismatch) -> String {
        guard case .string(let text) = value, LocaleIdentifier(text) != nil else {
            throw mismatch(expected: "a locale such as \"en_US\"")
        }
        return text
    }

    func period() throws(JSONMismatch) -> SubscriptionPeriod {
        guard case .string(let text) = value, let period = SubscriptionPeriod(iso8601: text) else {
            throw mismatch(expected: "a period such as \"P1M\"")
        }
        return period
    }

    /// Returns the key for promotional offers, or `nil` without one.
    ///
    /// The error does not quote the key.
    func optionalOfferKey() throws(JSONMismatch) -> PromotionalOfferKey? {
        guard isPresent else { return nil }
        let id = try object()["id"].identifierText()
        let node = self["privateKey"]
        let text = try node.text()
        do throws(PromotionalOfferKey.Error) {
            return try PromotionalOfferKey(id: id, base64Encoded: text)
        } catch {
            throw JSONMismatch(path: node.path, reason: error.localizedDescription)
        }
    }

    /// Returns a price, without rounding, written as a string or as a number.
    func price() throws(JSONMismatch) -> Decimal {
        switch value {
        case .string(let text), .number(let text):
            if let price = Self.decimal(text) { return price }
        default: break
        }
        throw mismatch(expected: "a price such as \"1.99\"")
    }

    /// Decodes digits with an optional fraction; a `Decimal` holds up to 38 digits exactly.
    private static func decimal(_ text: String) -> Decimal? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: ".") }
        return digits.count <= 38 && !text.hasPrefix("-") ? Decimal(plainText: text) : nil
    }
}

extension Decimal {
    /// Decodes digits with an optional sign and fraction, and nothing after them.
    package init?(plainText text: String) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.utf8.split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        guard parts.count <= 2,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } })
        else { return nil }
        self.init(string: text, locale: Self.plainLocale)
    }

    private static let plainLocale = Locale(identifier: "en_US_POSIX")
}
