import AppReceipt
import Foundation

/// A path in a catalog file and the value there, if any.
struct CatalogNode {
    let value: JSONValue?
    let fileName: String
    let path: String

    /// The root of a file, which must be an object.
    static func root(of data: Data, fileName: String) throws(CatalogError) -> CatalogNode {
        let value: JSONValue
        let bytes = [UInt8](data)
        guard String(bytes: bytes, encoding: .utf8) != nil else {
            throw CatalogError(fileName: fileName, reason: "expected UTF-8 text")
        }
        do throws(JSONSyntaxError) {
            value = try JSONParser.parse(bytes, skipsByteOrderMark: true)
        } catch {
            let reason = "not JSON at \(error.place(in: bytes)): \(error.reason)"
            throw CatalogError(fileName: fileName, reason: reason)
        }
        return try CatalogNode(value: value, fileName: fileName, path: "").object()
    }

    /// Whether there is a value other than `null`.
    var isPresent: Bool { value != nil && value != .null }

    /// The member of an object; a node without a value if there is none.
    subscript(key: String) -> CatalogNode {
        let path = path.isEmpty ? key : "\(path).\(key)"
        guard case .object(let members) = value else {
            return CatalogNode(value: nil, fileName: fileName, path: path)
        }
        return CatalogNode(value: members[key], fileName: fileName, path: path)
    }

    /// The node itself, if it is an object.
    func object() throws(CatalogError) -> CatalogNode {
        guard case .object = value else { throw failure(expected: "an object") }
        return self
    }

    /// The node itself, if it is an object, `null` or missing.
    func optionalObject() throws(CatalogError) -> CatalogNode {
        isPresent ? try object() : self
    }

    /// The key for promotional offers in an object, or `nil` if there is none.
    ///
    /// The error does not quote the key.
    func optionalOfferKey() throws(CatalogError) -> PromotionalOfferKey? {
        guard isPresent else { return nil }
        let id = try object()["id"].identifier()
        let node = self["privateKey"]
        let text = try node.text()
        do throws(PromotionalOfferKey.Error) {
            return try PromotionalOfferKey(id: id, base64Encoded: text)
        } catch {
            let reason = error.localizedDescription
            throw CatalogError(fileName: fileName, path: node.path, reason: reason)
        }
    }

    /// The elements of a list; none if it is missing or `null`.
    func elements() throws(CatalogError) -> [CatalogNode] {
        guard isPresent else { return [] }
        guard case .array(let values) = value else { throw failure(expected: "a list") }
        return values.enumerated().map { index, value in
            CatalogNode(value: value, fileName: fileName, path: "\(path)[\(index)]")
        }
    }

    /// The error for a value that is not what was expected.
    func failure(expected: String) -> CatalogError {
        let found = value.map { "found \($0.quoted)" } ?? "it is missing"
        return CatalogError(
            fileName: fileName,
            path: path,
            reason: "expected \(expected), but \(found)"
        )
    }
}

extension CatalogNode {
    /// A string, which may be empty.
    func text() throws(CatalogError) -> String {
        guard case .string(let text) = value else { throw failure(expected: "text") }
        return text
    }

    /// A string, or `nil` if it is missing or `null`.
    func optionalText() throws(CatalogError) -> String? {
        isPresent ? try text() : nil
    }

    /// A string that is not empty.
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

    /// A Boolean; false if it is missing or `null`.
    func flag() throws(CatalogError) -> Bool {
        guard isPresent else { return false }
        guard case .bool(let flag) = value else { throw failure(expected: "true or false") }
        return flag
    }

    /// An integer, or `nil` if it is missing or `null`.
    func optionalInteger() throws(CatalogError) -> Int? {
        guard isPresent else { return nil }
        guard case .number(let text) = value, let number = Int(text) else {
            throw failure(expected: "a whole number")
        }
        return number
    }

    /// An integer from 1 to 9999, so that products of a few counts cannot overflow.
    func count() throws(CatalogError) -> Int {
        guard case .number(let text) = value, let number = Int(text), (1...9999).contains(number)
        else { throw failure(expected: "a whole number from 1 to 9999") }
        return number
    }

    /// The value for a string in a table.
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

    /// A period in ISO 8601.
    func period() throws(CatalogError) -> SubscriptionPeriod {
        guard case .string(let text) = value, let period = SubscriptionPeriod(iso8601: text) else {
            throw failure(expected: "a period such as \"P1M\"")
        }
        return period
    }

    /// A price, without rounding, written as a string or as a number.
    func price() throws(CatalogError) -> Decimal {
        switch value {
        case .string(let text), .number(let text):
            if let price = Self.decimal(text) { return price }
        default: break
        }
        throw failure(expected: "a price such as \"1.99\"")
    }

    /// Decodes digits with an optional fraction; a `Decimal` holds up to 38 digits exactly.
    private static func decimal(_ text: String) -> Decimal? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.joined().utf8
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), digits.count <= 38,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
