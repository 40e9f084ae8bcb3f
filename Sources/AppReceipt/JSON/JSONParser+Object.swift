import Foundation

extension JSONParser {
    /// Parses an object in UTF-8, which must be all that the bytes hold.
    package static func object(in bytes: [UInt8]) throws(JSONSyntaxError) -> [String: JSONValue] {
        // Only bytes beyond ASCII can break the rules of UTF-8.
        guard bytes.allSatisfy({ $0 < 0x80 }) || String(bytes: bytes, encoding: .utf8) != nil
        else { throw JSONSyntaxError(offset: 0, reason: "expected UTF-8 text") }
        guard case .object(let members) = try parse(bytes) else {
            throw JSONSyntaxError(offset: 0, reason: "expected an object")
        }
        return members
    }
}
