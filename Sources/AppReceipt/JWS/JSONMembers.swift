import Foundation
import StrictJSON

/// The members of a JSON object that is being decoded or encoded.
///
/// A type names each of its members once, and both ways follow: a property is set to the object's
/// value, or added to the object. `null` counts as missing, and members that no type names are
/// ignored.
struct JSONMembers {
    private enum Mode {
        case decoding([String: JSONValue])
        case encoding([String: JSONValue])
    }

    private var mode: Mode

    /// A member that has another value than its type permits.
    struct Failure: Error, Equatable {
        let member: String
        let expected: String

        func inside(_ outer: String) -> Failure {
            Failure(member: "\(outer).\(member)", expected: expected)
        }
    }

    private init(_ mode: Mode) {
        self.mode = mode
    }

    static func decode<Value: JSONMembersCoding>(
        _ object: [String: JSONValue]
    ) throws(Failure) -> Value {
        var members = JSONMembers(.decoding(object))
        var value = Value()
        try value.code(with: &members)
        return value
    }

    static func encode(_ value: some JSONMembersCoding) throws(Failure) -> [String: JSONValue] {
        // A transaction has some twenty members, for which the dictionary would grow five times.
        var members = JSONMembers(.encoding(Dictionary(minimumCapacity: 24)))
        var value = value
        try value.code(with: &members)
        guard case .encoding(let object) = members.mode else { return [:] }
        return object
    }

    /// Codes one member, given both ways between its type and JSON.
    mutating func code<Value>(
        _ name: String,
        _ property: inout Value?,
        expected: String,
        decode: (JSONValue) throws(Failure) -> Value?,
        encode: (Value) throws(Failure) -> JSONValue?
    ) throws(Failure) {
        switch mode {
        case .decoding(let object):
            guard let json = object[name], json != .null else { return }
            guard let value = try decode(json) else {
                throw Failure(member: name, expected: expected)
            }
            property = value
        case .encoding(var object):
            guard let value = property else { return }
            guard let json = try encode(value) else {
                throw Failure(member: name, expected: expected)
            }
            // Otherwise the dictionary would be copied for every member.
            mode = .encoding([:])
            object[name] = json
            mode = .encoding(object)
        }
    }
}

/// A type whose properties are members of a JSON object.
protocol JSONMembersCoding: Sendable {
    init()

    /// Names every member with its property.
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure)
}

extension JSONMembers {
    /// A string without NUL, which other languages take for the end of a string.
    mutating func text(_ name: String, _ property: inout String?) throws(Failure) {
        try code(name, &property, expected: "a string without NUL") { json in
            Self.text(json)
        } encode: { text in
            text.utf8.contains(0) ? nil : .string(text)
        }
    }

    /// An integer of 64 bits, written without a fraction or exponent.
    mutating func integer(_ name: String, _ property: inout Int64?) throws(Failure) {
        try code(name, &property, expected: "an integer") { json in
            Self.integer(json)
        } encode: { number in
            .number(String(number))
        }
    }

    mutating func flag(_ name: String, _ property: inout Bool?) throws(Failure) {
        try code(name, &property, expected: "true or false") { json in
            if case .bool(let flag) = json { flag } else { nil }
        } encode: { flag in
            .bool(flag)
        }
    }

    /// A number that means true or false.
    mutating func numericFlag(_ name: String, _ property: inout Bool?) throws(Failure) {
        try code(name, &property, expected: "0 or 1") { json in
            switch Self.integer(json) {
            case 0: false
            case 1: true
            default: nil
            }
        } encode: { flag in
            .number(flag ? "1" : "0")
        }
    }

    /// A date in milliseconds since 1970.
    mutating func date(_ name: String, _ property: inout Date?) throws(Failure) {
        try code(name, &property, expected: "a date in milliseconds since 1970") { json in
            JSONDate.decode(json)
        } encode: { date in
            JSONDate.encode(date)
        }
    }

    mutating func uuid(_ name: String, _ property: inout UUID?) throws(Failure) {
        try code(name, &property, expected: "a UUID") { json in
            Self.text(json).flatMap(UUID.init(uuidString:))
        } encode: { uuid in
            .string(uuid.uuidString.lowercased())
        }
    }

    /// Bytes in Base64.
    mutating func bytes(_ name: String, _ property: inout [UInt8]?) throws(Failure) {
        try code(name, &property, expected: "bytes in Base64") { json in
            Self.text(json).flatMap { Base64Coding.standard.decode(Array($0.utf8)[...]) }
        } encode: { bytes in
            .string(Data(bytes).base64EncodedString())
        }
    }

    mutating func texts(_ name: String, _ property: inout [String]?) throws(Failure) {
        try code(name, &property, expected: "a list of strings") { json in
            Self.texts(json)
        } encode: { texts in
            .array(texts.map(JSONValue.string))
        }
    }

    /// Decodes a raw value; later versions of the App Store may have further ones.
    mutating func named<Value: RawRepresentable<String>>(
        _ name: String,
        _ property: inout Value?
    ) throws(Failure) {
        try code(name, &property, expected: "a string without NUL") { json in
            Self.text(json).flatMap(Value.init(rawValue:))
        } encode: { value in
            .string(value.rawValue)
        }
    }

    /// A number with a meaning, of which a later version of the App Store may have others.
    mutating func numbered<Value: RawRepresentable<Int64>>(
        _ name: String,
        _ property: inout Value?
    ) throws(Failure) {
        try code(name, &property, expected: "an integer") { json in
            Self.integer(json).flatMap(Value.init(rawValue:))
        } encode: { value in
            .number(String(value.rawValue))
        }
    }

    mutating func object<Value: JSONMembersCoding>(
        _ name: String,
        _ property: inout Value?
    ) throws(Failure) {
        try code(name, &property, expected: "an object") { json throws(Failure) in
            guard case .object(let object) = json else { return nil }
            do throws(Failure) { return try Self.decode(object) } catch { throw error.inside(name) }
        } encode: { value throws(Failure) in
            do throws(Failure) {
                return .object(try Self.encode(value))
            } catch {
                throw error.inside(name)
            }
        }
    }

    /// An object of any members, as JSON.
    mutating func json(_ name: String, _ property: inout Data?) throws(Failure) {
        try code(name, &property, expected: "an object") { json in
            guard case .object = json else { return nil }
            var writer = JSONWriter()
            writer.write(json)
            return Data(writer.bytes)
        } encode: { data in
            (try? JSONParser.object(in: Array(data))).map(JSONValue.object)
        }
    }

    /// A signed document inside a document.
    mutating func document<Payload>(
        _ name: String,
        _ property: inout JWS<Payload>?
    ) throws(Failure) {
        try code(name, &property, expected: "a string without NUL") { json in
            Self.text(json).map { JWS($0) }
        } encode: { document in
            .string(document.compactSerialization)
        }
    }

    private static func text(_ json: JSONValue) -> String? {
        guard case .string(let text) = json, !text.utf8.contains(0) else { return nil }
        return text
    }

    static func texts(_ json: JSONValue) -> [String]? {
        guard case .array(let values) = json else { return nil }
        let texts = values.compactMap(Self.text)
        return texts.count == values.count ? texts : nil
    }

    private static func integer(_ json: JSONValue) -> Int64? {
        guard case .number(let text) = json else { return nil }
        return Int64(text)
    }
}

/// Dates in milliseconds since 1970, as signed documents hold them; Xcode's have a fraction.
enum JSONDate {
    /// From the distant past, which Xcode writes for an unknown date, to the end of the year 9999.
    private static let range: Range<Double> = -62_135_769_600_000..<253_402_300_800_000

    static func decode(_ json: JSONValue) -> Date? {
        guard case .number(let text) = json else { return nil }
        let milliseconds = Int64(text).map(Double.init) ?? Double(text)
        guard let milliseconds, range.contains(milliseconds) else { return nil }
        return Date(timeIntervalSince1970: milliseconds / 1000)
    }

    static func encode(_ date: Date) -> JSONValue? {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard range.contains(milliseconds) else { return nil }
        return .number(String(Int64(milliseconds)))
    }
}
