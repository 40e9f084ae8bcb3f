import Foundation
import StrictJSON

/// The form that values of a type have in JSON.
struct JSONForm<Value> {
    /// The form in words, for errors.
    let expected: String
    /// Returns the value; `nil` if the JSON has another form.
    let decode: (JSONNode) throws(JSONMembers.Failure) -> Value?
    /// Returns the JSON; `nil` if the value has none.
    let encode: (Value) throws(JSONMembers.Failure) -> JSONValue?

    private init(
        _ expected: String,
        _ decode: @escaping (JSONNode) throws(JSONMembers.Failure) -> Value?,
        _ encode: @escaping (Value) throws(JSONMembers.Failure) -> JSONValue?
    ) {
        self.expected = expected
        self.decode = decode
        self.encode = encode
    }
}

extension JSONForm<String> {
    /// A string without NUL: other languages end a string there.
    static var text: Self {
        Self("a string without NUL", { $0.textWithoutNUL }, { $0.json })
    }
}

extension JSONForm<[String]> {
    static var texts: Self {
        Self("a list of strings", { $0.texts }, { $0.json })
    }

    /// The audience of a token: a string or a list of strings (RFC 7519, 4.1.3).
    static var audience: Self {
        Self("a string or a list of strings") { node in
            node.textWithoutNUL.map { [$0] } ?? node.texts
        } _: { texts in
            texts.count == 1 ? texts[0].json : texts.json
        }
    }
}

extension JSONForm<Int64> {
    /// An integer of 64 bits, written without a fraction or exponent.
    static var integer: Self {
        Self("an integer", { try? $0.integer(as: Int64.self) }, { .number(String($0)) })
    }
}

extension JSONForm<Bool> {
    static var flag: Self { Self("true or false", { try? $0.flag() }, { .bool($0) }) }

    /// A number that means true or false.
    static var numericFlag: Self {
        Self("0 or 1") { node in
            (try? node.integer(in: 0...1)).map { $0 == 1 }
        } _: { flag in
            .number(flag ? "1" : "0")
        }
    }
}

extension JSONForm<Date> {
    /// A date in milliseconds since 1970.
    static var date: Self {
        Self("a date in milliseconds since 1970", { $0.date }, { .milliseconds($0) })
    }

    /// A date in seconds since 1970, which may have a fraction (RFC 7519, 2).
    static var numericDate: Self {
        Self("a number of seconds since 1970") { node in
            (try? node.number()).map(Date.init(timeIntervalSince1970:))
        } _: { date in
            Int64(exactly: date.timeIntervalSince1970.rounded(.down)).map { .number(String($0)) }
        }
    }
}

extension JSONForm<UUID> {
    static var uuid: Self {
        Self("a UUID", { try? $0.uuid() }, { .string($0.uuidString.lowercased()) })
    }
}

extension JSONForm<[UUID]> {
    static var uuids: Self {
        Self("a list of UUIDs") { node in
            guard let texts = node.texts else { return nil }
            let uuids = texts.compactMap(UUID.init(uuidString:))
            return uuids.count == texts.count ? uuids : nil
        } _: { uuids in
            .array(uuids.map { .string($0.uuidString.lowercased()) })
        }
    }
}

extension JSONForm<[UInt8]> {
    /// Bytes in Base64.
    static var bytes: Self {
        Self("bytes in Base64") { node in
            node.textWithoutNUL.flatMap { Base64Coding.standard.decode(Array($0.utf8)[...]) }
        } _: { bytes in
            .string(Data(bytes).base64EncodedString())
        }
    }
}

extension JSONForm where Value: RawRepresentable<String> {
    /// A raw value; later versions of the App Store may have further ones.
    static var named: Self {
        Self("a string without NUL") { node in
            node.textWithoutNUL.flatMap(Value.init(rawValue:))
        } _: { value in
            value.rawValue.json
        }
    }
}

extension JSONForm where Value: RawRepresentable<Int64> {
    /// A number with a meaning; later versions of the App Store may have further ones.
    static var numbered: Self {
        Self("an integer") { node in
            (try? node.integer(as: Int64.self)).flatMap(Value.init(rawValue:))
        } _: { value in
            .number(String(value.rawValue))
        }
    }
}

extension JSONForm where Value: JSONMembersCoding {
    static var object: Self {
        Self("an object") { node throws(JSONMembers.Failure) in
            guard case .object(let object) = node.value else { return nil }
            return try JSONMembers.decode(object)
        } _: { value throws(JSONMembers.Failure) in
            .object(try JSONMembers.encode(value))
        }
    }
}

extension JSONForm {
    /// A list of objects.
    static func objects<Element: JSONMembersCoding>() -> Self where Value == [Element] {
        Self("a list of objects") { node throws(JSONMembers.Failure) in
            guard let nodes = try? node.elements() else { return nil }
            var values: Value = []
            for node in nodes {
                guard case .object(let object) = node.value else { return nil }
                values.append(try JSONMembers.decode(object))
            }
            return values
        } _: { values throws(JSONMembers.Failure) in
            var objects: [JSONValue] = []
            for value in values { objects.append(.object(try JSONMembers.encode(value))) }
            return .array(objects)
        }
    }
}

extension JSONForm<Data> {
    /// An object of any members, as JSON.
    static var json: Self {
        Self("an object") { node in
            (try? node.object()).flatMap { $0.value.map { Data($0.bytes) } }
        } _: { data in
            (try? JSONParser.object(in: Array(data))).map(JSONValue.object)
        }
    }
}

extension JSONForm {
    /// A signed document inside a document.
    static func document<Payload>() -> Self where Value == JWS<Payload> {
        Self("a string without NUL") { node in
            node.textWithoutNUL.map { JWS($0) }
        } _: { document in
            document.compactSerialization.json
        }
    }
}

extension JSONNode {
    fileprivate var textWithoutNUL: String? {
        guard let text = try? text(), !text.containsNUL else { return nil }
        return text
    }

    fileprivate var texts: [String]? {
        guard let elements = try? elements() else { return nil }
        let texts = elements.compactMap(\.textWithoutNUL)
        return texts.count == elements.count ? texts : nil
    }

    /// The date in milliseconds since 1970, as signed documents have it; Xcode's have a fraction.
    var date: Date? {
        guard case .number(let text) = value else { return nil }
        let milliseconds = Int64(text).map(Double.init) ?? Double(text)
        guard let milliseconds, JSONValue.dates.contains(milliseconds) else { return nil }
        return Date(timeIntervalSince1970: milliseconds / 1000)
    }
}

extension String {
    /// A string in JSON; `nil` for one with a NUL.
    fileprivate var json: JSONValue? { containsNUL ? nil : .string(self) }
}

extension [String] {
    fileprivate var json: JSONValue? {
        contains(where: \.containsNUL) ? nil : .array(map(JSONValue.string))
    }
}

extension JSONValue {
    /// From the distant past, which Xcode writes for an unknown date, to the end of the year 9999,
    /// in milliseconds since 1970.
    fileprivate static let dates: Range<Double> = -62_135_769_600_000..<253_402_300_800_000

    /// A date in milliseconds since 1970; `nil` for one outside these years.
    fileprivate static func milliseconds(_ date: Date) -> JSONValue? {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        return dates.contains(milliseconds) ? .number(String(Int64(milliseconds))) : nil
    }
}
