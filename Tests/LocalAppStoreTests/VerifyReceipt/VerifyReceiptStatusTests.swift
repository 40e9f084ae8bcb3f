import AppReceipt
import Foundation
import LocalAppStore
import Testing

@Suite("Statuses of verifyReceipt")
struct VerifyReceiptStatusTests {
    let store: Store

    init() throws {
        store = try Store.make()
        try store.pay("level")
    }

    private func send(_ text: String, method: String = "POST") throws -> DecodedResponse {
        try DecodedResponse(store.verifyReceipt(Data(text.utf8), method: method, at: .sandbox))
    }

    @Test("Status 0: the store's own receipt")
    func valid() throws {
        #expect(try store.verifyOwnReceipt().status == 0)
    }

    @Test("Status 21000: a request that is not POST, or whose body is not a JSON object")
    func unreadable() throws {
        #expect(try send("{}", method: "GET").status == 21000)
        for text in ["", "{", "[]", "receipt-data"] {
            #expect(try send(text).status == 21000)
        }
    }

    @Test(
        "Status 21002: data that is not a receipt",
        arguments: [
            #"{}"#, #"{"receipt-data": ""}"#, #"{"receipt-data": 5}"#, #"{"receipt-data": null}"#,
            #"{"receipt-data": "!"}"#, #"{"receipt-data": "AAAA"}"#,
            #"{"receipt-data": "A A="}"#, #"{"receipt-data": "_-8="}"#,
        ]
    )
    func malformed(text: String) throws {
        let response = try send(text)
        #expect(response.status == 21002)
        #expect((response.fields["exception"] as? String)?.isEmpty == false)
    }

    @Test("Status 21002: a receipt with line breaks")
    func lineBreaks() throws {
        let receipt = try #require(try store.receipt())
        let broken = Data(receipt.bytes).base64EncodedString(options: .lineLength64Characters)
        #expect(try store.verifyOwnReceipt(["receipt-data": broken]).status == 21002)
    }

    @Test("Status 21003: a receipt that was changed, and one of another store")
    func unauthentic() throws {
        var bytes = try #require(try store.receipt()).bytes
        bytes[bytes.count - 1] ^= 1
        let changed = SignedReceipt(bytes: bytes).base64Encoded
        let response = try store.verifyOwnReceipt(["receipt-data": changed])
        #expect(response.fields["status"] as? Int == 21003)
        #expect(response.fields["environment"] as? String == "Sandbox")
        #expect(response.receipt == nil)

        let folder = try TemporaryFolder()
        let other = try Store.make(at: .file(folder.file()))
        try other.pay("level")
        let foreign = try #require(try other.receipt()).base64Encoded
        #expect(try store.verifyOwnReceipt(["receipt-data": foreign]).status == 21003)
    }

    @Test("Status 21004: a wrong secret, and none for a receipt with subscriptions")
    func secret() throws {
        #expect(try store.verifyOwnReceipt(["password": "anything"]).status == 0)
        try store.updateReceiptSettings { $0.sharedSecret = "0123456789abcdef" }
        #expect(try store.verifyOwnReceipt().status == 0)
        #expect(try store.verifyOwnReceipt(["password": "wrong"]).status == 21004)
        #expect(try store.verifyOwnReceipt(["password": 7]).status == 21004)
        try store.pay("monthly")
        #expect(try store.verifyOwnReceipt().status == 21004)
        #expect(try store.verifyOwnReceipt(["password": "0123456789abcdef"]).status == 0)
    }

    @Test("Statuses 21007 and 21008: a receipt of the other environment")
    func environment() throws {
        #expect(try store.verifyOwnReceipt(at: .production).text == #"{"status":21007}"#)
        try store.updateReceiptSettings { $0.environment = .production }
        #expect(try store.verifyOwnReceipt(at: .sandbox).text == #"{"status":21008}"#)
        let response = try store.verifyOwnReceipt(at: .production)
        #expect(response.status == 0)
        #expect(response.fields["environment"] as? String == "Production")
    }

    @Test("A receipt of a volume purchase belongs to its environment")
    func volumePurchase() throws {
        try store.refreshReceipt(ReceiptProperties(isVolumePurchase: true))
        #expect(try store.verifyOwnReceipt(at: .production).status == 21007)
        #expect(try store.verifyOwnReceipt(at: .sandbox).status == 0)
    }

    @Test(
        "Any other status can be planned",
        arguments: [21005, 21006, 21009, 21010, 21100, 21199]
    )
    func planned(status: Int) throws {
        try store.updateReceiptSettings { $0.plannedResponse = .init(status: status) }
        #expect(try store.verifyOwnReceipt().text == #"{"status":\#(status)}"#)
        try store.updateReceiptSettings { $0.plannedResponse = nil }
        #expect(try store.verifyOwnReceipt().status == 0)
    }

    @Test("A planned response can have is-retryable")
    func retryable() throws {
        try store.updateReceiptSettings {
            $0.plannedResponse = .init(status: 21100, isRetryable: true)
        }
        #expect(try store.verifyOwnReceipt().text == #"{"status":21100,"is-retryable":1}"#)
    }

    @Test("Of a repeated key the last counts, and unknown keys are ignored")
    func keys() throws {
        let receipt = try #require(try store.receipt()).base64Encoded
        let text = #"{"receipt-data": "!", "other": [], "receipt-data": "\#(receipt)"}"#
        #expect(try send(text).status == 0)
    }
}

/// A response of verifyReceipt: its text and its decoded members.
struct DecodedResponse {
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
    /// Sends the store's own receipt to verifyReceipt, with additional members of the request's
    /// body.
    func verifyOwnReceipt(
        _ more: [String: Any] = [:],
        at service: VerifyReceiptService = .sandbox
    ) throws -> DecodedResponse {
        var body = more
        if body["receipt-data"] == nil {
            body["receipt-data"] = try #require(try receipt()).base64Encoded
        }
        let data = try JSONSerialization.data(withJSONObject: body)
        return try DecodedResponse(verifyReceipt(data, at: service))
    }
}
