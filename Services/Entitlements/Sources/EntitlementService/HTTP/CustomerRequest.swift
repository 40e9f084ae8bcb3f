import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird

/// The body of a request that changes a customer.
struct CustomerBody: Decodable {
    private(set) var actor: String?
    private(set) var name: String?
    private(set) var id: String?
    private(set) var until: String?
    private(set) var reason: String?
    private(set) var isTester: Bool?
    private(set) var key: String?
    private(set) var quantity: Int64?
    private(set) var from: Int64?
    private(set) var customer: String?
    private(set) var originalTransactionId: String?

    /// Reads the body of a request; other members than the given ones are an error.
    init(_ request: Request, _ members: [String]) async throws {
        let data = Data(try await request.content().readableBytesView)
        do throws(ConfigurationError) {
            self = try StrictFile.decode(data, name: "The body", members: ["": members])
        } catch {
            throw HTTPProblem.malformed(error.description)
        }
    }

    /// A string of 1 to `longest` bytes without control characters.
    static func text(
        _ text: String?,
        _ member: String,
        longest: Int = 200
    ) throws(HTTPProblem) -> String {
        guard let text, DocumentText.isPlain(text, longest: longest) else {
            throw .malformed(
                "`\(member)` must have 1 to \(longest) bytes without control characters."
            )
        }
        return text
    }

    static func number(
        _ number: Int64?,
        _ member: String,
        _ range: ClosedRange<Int64>
    ) throws(HTTPProblem) -> Int64 {
        guard let number, range.contains(number) else {
            throw .malformed(
                "`\(member)` must be an integer from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    static func customer(_ text: String?, _ member: String) throws(HTTPProblem) -> CustomerID {
        guard let id = text.flatMap({ CustomerID($0) }) else {
            throw .malformed(
                "`\(member)` must be a UUID, an original transaction, `app-transaction:` or "
                    + "`user:` and an identifier."
            )
        }
        return id
    }

    static func identifier(_ text: String?, _ member: String) throws(HTTPProblem) -> UUID {
        guard let id = text.flatMap({ UUID(uuidString: $0) }) else {
            throw .malformed("`\(member)` must be a UUID.")
        }
        return id
    }
}

extension RequestContext {
    /// A parameter of the path, without percent-encoding.
    func part(_ name: String) -> String? {
        parameters.get(name)?.removingPercentEncoding
    }
}
