import Foundation

extension CatalogNode {
    /// Text, which may be empty.
    func text() throws(CatalogError) -> String {
        guard case .string(let text) = value else { throw failure(expected: "text") }
        return text
    }

    /// Text, or `nil` where it is missing or `null`.
    func optionalText() throws(CatalogError) -> String? {
        isPresent ? try text() : nil
    }

    /// Text that names something and so is not empty.
    func identifier() throws(CatalogError) -> String {
        guard case .string(let text) = value, !text.isEmpty else {
            throw failure(expected: "an identifier")
        }
        return text
    }

    /// The identifier of a locale.
    func locale() throws(CatalogError) -> String {
        guard case .string(let text) = value, LocaleIdentifier(text) != nil else {
            throw failure(expected: "a locale such as \"en_US\"")
        }
        return text
    }

    /// True or false; false where it is missing or `null`.
    func flag() throws(CatalogError) -> Bool {
        guard isPresent else { return false }
        guard case .bool(let flag) = value else { throw failure(expected: "true or false") }
        return flag
    }

    /// A whole number, or `nil` where it is missing or `null`.
    func optionalInteger() throws(CatalogError) -> Int? {
        guard isPresent else { return nil }
        guard case .number(let text) = value, let number = Int(text) else {
            throw failure(expected: "a whole number")
        }
        return number
    }

    /// A whole number from 1 to 9999, more than any store needs and small enough to reckon with.
    func count() throws(CatalogError) -> Int {
        guard case .number(let text) = value, let number = Int(text), (1...9999).contains(number)
        else { throw failure(expected: "a whole number from 1 to 9999") }
        return number
    }

    /// The value that a text stands for in a table.
    func choice<Value>(of table: KeyValuePairs<String, Value>) throws(CatalogError) -> Value {
        guard case .string(let text) = value, let match = table.first(where: { $0.key == text })
        else {
            let names = table.map { "\"\($0.key)\"" }
            throw failure(
                expected: (names.count > 1 ? "one of " : "") + names.joined(separator: ", ")
            )
        }
        return match.value
    }

    /// A length of calendar time.
    func period() throws(CatalogError) -> SubscriptionPeriod {
        guard case .string(let text) = value, let period = SubscriptionPeriod(iso8601: text) else {
            throw failure(expected: "a period such as \"P1M\"")
        }
        return period
    }

    /// A price, exactly as written, whether in quotes or as a number.
    func price() throws(CatalogError) -> Decimal {
        switch value {
        case .string(let text), .number(let text):
            if let price = Self.decimal(text) { return price }
        default: break
        }
        throw failure(expected: "a price such as \"1.99\"")
    }

    /// Digits, and perhaps a dot with digits behind it: 38 is what a decimal number holds exactly.
    private static func decimal(_ text: String) -> Decimal? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.joined().utf8
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), digits.count <= 38,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
