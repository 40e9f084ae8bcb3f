import AppReceipt
import Foundation
import LocalAppStore
import Testing

/// An answer of verifyReceipt: the text as it was sent, and what it says.
struct Answer {
    let text: String
    let fields: [String: Any]

    init(_ data: Data) throws {
        text = String(decoding: data, as: UTF8.self)
        fields = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    var status: Int? { fields["status"] as? Int }
    var receipt: [String: Any]? { fields["receipt"] as? [String: Any] }

    func list(_ name: String) -> [[String: Any]]? { fields[name] as? [[String: Any]] }

    func products(in list: String) -> [String]? {
        self.list(list)?.compactMap { $0["product_id"] as? String }
    }
}

extension Store {
    /// Sends the store's own receipt, with more members of the request's body.
    func ask(
        _ more: [String: Any] = [:],
        at service: VerifyReceiptService = .sandbox
    ) throws -> Answer {
        var body = more
        if body["receipt-data"] == nil {
            body["receipt-data"] = try #require(try receipt()).base64Encoded
        }
        let data = try JSONSerialization.data(withJSONObject: body)
        return try Answer(verifyReceipt(data, at: service))
    }
}
