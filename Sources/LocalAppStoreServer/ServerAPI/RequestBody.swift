import AppReceipt
import Foundation
import StrictJSON

/// The JSON object in the body of a request, whose members are read with the refusal of each.
struct RequestBody {
    private let members: [String: JSONValue]

    init(_ request: Request) throws(RequestRefusal) {
        do throws(JSONSyntaxError) {
            members = try JSONParser.object(in: Array(request.body))
        } catch {
            throw .malformedBody
        }
    }

    /// A text; `nil` if it is missing.
    func text(_ name: String, _ refusal: RequestRefusal) throws(RequestRefusal) -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .string(let text) where !text.utf8.contains(0): return text
        default: throw refusal
        }
    }

    /// An integer; `nil` if it is missing.
    func integer(_ name: String, _ refusal: RequestRefusal) throws(RequestRefusal) -> Int64? {
        switch members[name] {
        case nil, .null: return nil
        case .number(let text):
            guard let number = Int64(text) else { throw refusal }
            return number
        default: throw refusal
        }
    }

    /// A date in milliseconds since 1970, which has to be there; Swift writes a fraction, too.
    func date(_ name: String, _ refusal: RequestRefusal) throws(RequestRefusal) -> Date {
        guard case .number(let text)? = members[name], let number = Double(text),
            let date = Date(requestMilliseconds: number)
        else { throw refusal }
        return date
    }

    /// A flag; `nil` if it is missing.
    func flag(_ name: String, _ refusal: RequestRefusal) throws(RequestRefusal) -> Bool? {
        switch members[name] {
        case nil, .null: return nil
        case .bool(let flag): return flag
        default: throw refusal
        }
    }

    /// A list of texts; `nil` if it is missing.
    func texts(_ name: String, _ refusal: RequestRefusal) throws(RequestRefusal) -> [String]? {
        guard let value = members[name], value != .null else { return nil }
        guard case .array(let values) = value else { throw refusal }
        return try values.map { value throws(RequestRefusal) in
            guard case .string(let text) = value, !text.utf8.contains(0) else { throw refusal }
            return text
        }
    }
}
