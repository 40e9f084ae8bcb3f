import EntitlementModel
import Foundation

/// A JSON value (RFC 8259); objects keep the order of their members.
enum JSON {
    case string(String)
    case integer(Int64)
    case flag(Bool)
    case list([JSON])
    case object(Members)
    /// A value that is already encoded as JSON.
    case written(String)

    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .string(let string): Self.write(string, to: &text)
        case .integer(let integer): text += String(integer)
        case .flag(let flag): text += flag ? "true" : "false"
        case .written(let written): text += written
        case .list(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            var separator = "{"
            for case (let name, let value?) in members.list {
                text += separator
                Self.write(name, to: &text)
                text += ":"
                value.write(to: &text)
                separator = ","
            }
            text += separator == "{" ? "{}" : "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case _ where scalar.value < 0x20:
                text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSON {
    /// The members of an object, in order; those without a value are left out.
    struct Members: ExpressibleByDictionaryLiteral {
        fileprivate var list: [(String, JSON?)]

        init(dictionaryLiteral elements: (String, JSON?)...) {
            list = elements
        }

        init(_ list: [(String, JSON?)]) {
            self.list = list
        }

        mutating func append(_ other: Members) {
            list += other.list
        }
    }
}

extension JSON {
    /// The earliest and the latest date with four digits of the year.
    private static let dates: ClosedRange<Milliseconds> =
        -62_135_596_800_000...253_402_300_799_000

    /// A date in ISO 8601, in UTC, in whole seconds.
    static func date(_ date: Milliseconds) -> JSON {
        let near = min(max(date, dates.lowerBound), dates.upperBound)
        return .string(near.date.formatted(Date.ISO8601FormatStyle()))
    }

    /// A number of thousandths as a decimal number.
    static func amount(_ thousandths: Int64) -> JSON {
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        var text = (thousandths < 0 ? "-" : "") + String(whole)
        if rest > 0 {
            let digits = String(rest + 1000).dropFirst()
            text += "." + digits[...(digits.lastIndex { $0 != "0" } ?? digits.startIndex)]
        }
        return .string(text)
    }

    static func number(_ number: Int32) -> JSON { .integer(Int64(number)) }

    static func customer(_ name: CustomerID) -> JSON { .string(name.description) }

    static func id(_ id: UUID) -> JSON { .string(id.uuidString.lowercased()) }
}

extension JSON: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .string(value) }
}
