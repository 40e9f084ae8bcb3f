import Foundation
import StrictJSON

extension JSONValue {
    /// A date in milliseconds since 1970.
    static func milliseconds(_ date: Date) -> JSONValue {
        .number(String(Int64((date.timeIntervalSince1970 * 1000).rounded())))
    }
}

extension Response {
    /// A response whose body is an object.
    static func json(_ members: [String: JSONValue]) -> Response {
        .json(Data(JSONValue.object(members).bytes))
    }
}
