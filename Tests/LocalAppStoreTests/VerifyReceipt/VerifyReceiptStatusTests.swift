import AppReceipt
import Foundation
import LocalAppStore
import Testing

@Suite("The statuses of verifyReceipt")
struct VerifyReceiptStatusTests {
    let store: Store

    init() throws {
        store = try Store.make()
        try store.pay("level")
    }

    private func ask(_ text: String, method: String = "POST") throws -> Answer {
        try Answer(store.verifyReceipt(Data(text.utf8), method: method, at: .sandbox))
    }

    @Test("0: the store's own receipt")
    func valid() throws {
        #expect(try store.ask().status == 0)
    }

    @Test("21000: no POST, no JSON, no object")
    func unreadable() throws {
        #expect(try ask("{}", method: "GET").status == 21000)
        for text in ["", "{", "[]", "receipt-data"] {
            #expect(try ask(text).status == 21000)
        }
    }

    @Test(
        "21002: nothing that could be a receipt",
        arguments: [
            #"{}"#, #"{"receipt-data": ""}"#, #"{"receipt-data": 5}"#, #"{"receipt-data": null}"#,
            #"{"receipt-data": "!"}"#, #"{"receipt-data": "AAAA"}"#,
            #"{"receipt-data": "A A="}"#, #"{"receipt-data": "_-8="}"#,
        ]
    )
    func malformed(text: String) throws {
        let answer = try ask(text)
        #expect(answer.status == 21002)
        #expect((answer.fields["exception"] as? String)?.isEmpty == false)
    }

    @Test("21002: line breaks in the receipt, as Apple has it")
    func lineBreaks() throws {
        let receipt = try #require(try store.receipt())
        let broken = Data(receipt.bytes).base64EncodedString(options: .lineLength64Characters)
        #expect(try store.ask(["receipt-data": broken]).status == 21002)
    }

    @Test("21003: a receipt that was changed, and one that another store signed")
    func unauthentic() throws {
        var bytes = try #require(try store.receipt()).bytes
        bytes[bytes.count - 1] ^= 1
        let changed = SignedReceipt(bytes: bytes).base64Encoded
        let answer = try store.ask(["receipt-data": changed])
        #expect(answer.fields["status"] as? Int == 21003)
        #expect(answer.fields["environment"] as? String == "Sandbox")
        #expect(answer.receipt == nil)

        let folder = try TemporaryFolder()
        let other = try Store.make(at: .file(folder.file()))
        try other.pay("level")
        let foreign = try #require(try other.receipt()).base64Encoded
        #expect(try store.ask(["receipt-data": foreign]).status == 21003)
    }

    @Test("21004: a secret that is not the store's, and none where there are subscriptions")
    func secret() throws {
        #expect(try store.ask(["password": "anything"]).status == 0)
        try store.updateReceiptSettings { $0.sharedSecret = "0123456789abcdef" }
        #expect(try store.ask().status == 0)
        #expect(try store.ask(["password": "wrong"]).status == 21004)
        #expect(try store.ask(["password": 7]).status == 21004)
        try store.pay("monthly")
        #expect(try store.ask().status == 21004)
        #expect(try store.ask(["password": "0123456789abcdef"]).status == 0)
    }

    @Test("21007 and 21008: a receipt of the other environment")
    func environment() throws {
        #expect(try store.ask(at: .production).text == #"{"status":21007}"#)
        try store.updateReceiptSettings { $0.isProduction = true }
        #expect(try store.ask(at: .sandbox).text == #"{"status":21008}"#)
        let answer = try store.ask(at: .production)
        #expect(answer.status == 0)
        #expect(answer.fields["environment"] as? String == "Production")
    }

    @Test("A volume purchase belongs where its kind of receipt does")
    func volumePurchase() throws {
        try store.refreshReceipt(ReceiptProperties(isVolumePurchase: true))
        #expect(try store.ask(at: .production).status == 21007)
        #expect(try store.ask(at: .sandbox).status == 0)
    }

    @Test(
        "Every other status is answered when it is planned",
        arguments: [21005, 21006, 21009, 21010, 21100, 21199]
    )
    func planned(status: Int) throws {
        try store.updateReceiptSettings { $0.plannedAnswer = .init(status: status) }
        #expect(try store.ask().text == #"{"status":\#(status)}"#)
        try store.updateReceiptSettings { $0.plannedAnswer = nil }
        #expect(try store.ask().status == 0)
    }

    @Test("A planned status can call itself retryable")
    func retryable() throws {
        try store.updateReceiptSettings {
            $0.plannedAnswer = .init(status: 21100, isRetryable: true)
        }
        #expect(try store.ask().text == #"{"status":21100,"is-retryable":1}"#)
    }

    @Test("Of a repeated key the last counts, and unknown keys are nothing")
    func keys() throws {
        let receipt = try #require(try store.receipt()).base64Encoded
        let text = #"{"receipt-data": "!", "other": [], "receipt-data": "\#(receipt)"}"#
        #expect(try ask(text).status == 0)
    }
}
