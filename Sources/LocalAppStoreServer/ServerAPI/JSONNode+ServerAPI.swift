import Foundation
import StrictJSON

// Bodies of requests to the server API. A member that is `null` counts as missing.
extension JSONNode {
    /// Reads the body of a request, an object with any members.
    init(_ request: Request) throws(RequestRefusal) {
        do throws(JSONMismatch) {
            self = try JSONNode(document: [UInt8](request.body)).object()
        } catch {
            throw .malformedBody
        }
    }

    /// Reads an optional member; throws the refusal for an unsuitable value.
    func member<Value>(
        _ name: String,
        _ refusal: RequestRefusal,
        _ decode: (JSONNode) throws(JSONMismatch) -> Value
    ) throws(RequestRefusal) -> Value? {
        guard let node = self[name].present else { return nil }
        do throws(JSONMismatch) {
            return try decode(node)
        } catch {
            throw refusal
        }
    }

    func text(_ name: String, _ refusal: RequestRefusal) throws(RequestRefusal) -> String? {
        try member(name, refusal) { node throws(JSONMismatch) in try node.textWithoutNUL() }
    }

    func texts(_ name: String, _ refusal: RequestRefusal) throws(RequestRefusal) -> [String]? {
        try member(name, refusal) { node throws(JSONMismatch) in
            try node.elements().map { element throws(JSONMismatch) in
                try element.textWithoutNUL()
            }
        }
    }

    /// Reads a required date in milliseconds since 1970; clients in Swift send a fraction.
    func date(_ name: String, _ refusal: RequestRefusal) throws(RequestRefusal) -> Date {
        let number = try member(name, refusal) { node throws(JSONMismatch) in try node.number() }
        guard let date = number.flatMap(Date.init(requestMilliseconds:)) else { throw refusal }
        return date
    }

    private func textWithoutNUL() throws(JSONMismatch) -> String {
        let text = try text()
        guard !text.containsNUL else { throw mismatch(expected: "a string without NUL") }
        return text
    }
}
