import Foundation
import StrictJSON

// The claims of a JWT that may have two forms (RFC 7519).
extension JSONMembers {
    /// A date in seconds since 1970, which may have a fraction (RFC 7519, 2).
    mutating func numericDate(_ name: String, _ property: inout Date?) throws(Failure) {
        try code(name, &property, expected: "a number of seconds since 1970") { json in
            guard case .number(let text) = json, let seconds = Double(text), seconds.isFinite
            else { return nil }
            return Date(timeIntervalSince1970: seconds)
        } encode: { date in
            Int64(exactly: date.timeIntervalSince1970.rounded(.down)).map { .number(String($0)) }
        }
    }

    /// The audience of a token: a string or a list of strings (RFC 7519, 4.1.3).
    mutating func audience(_ name: String, _ property: inout [String]?) throws(Failure) {
        try code(name, &property, expected: "a string or a list of strings") { json in
            if case .string = json { return Self.texts(.array([json])) }
            return Self.texts(json)
        } encode: { texts in
            texts.count == 1 ? .string(texts[0]) : .array(texts.map(JSONValue.string))
        }
    }
}
