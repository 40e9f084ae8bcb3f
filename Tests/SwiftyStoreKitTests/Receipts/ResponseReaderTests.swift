import Foundation
import Testing

@testable import SwiftyStoreKit

/// The reader decodes responses as Foundation does, and leaves the rest to Foundation.
@Suite struct ResponseReaderTests {
    private static let sample = """
        {"status":0,"environment":"Sandbox","receipt":{"adam_id":0,"bundle_id":"com.example.app",
        "in_app":[{"quantity":"1","product_id":"caf\u{E9} \u{1F600}","is_trial_period":"false"},{}],
        "download_id": 500000000000123456 ,"negative":[-12, 7]},"list":[]}
        """

    private func foundation(_ json: Data) -> NSDictionary? {
        (try? JSONSerialization.jsonObject(with: json) as? [String: Any]).map {
            NSDictionary(dictionary: $0)
        }
    }

    @Test func `A response is read as Foundation decodes it`() throws {
        let json = Data(Self.sample.utf8)
        let fields = try #require(ResponseReader.read(json))
        #expect(NSDictionary(dictionary: fields) == foundation(json))
        let receipt = try #require(fields["receipt"] as? [String: Any])
        #expect(receipt["download_id"] as? Int == 500_000_000_000_123_456)
        let number = try #require(fields["status"] as? NSNumber)
        #expect(ReceiptScalar.isWhole(number) && !ReceiptScalar.isBoolean(number))
    }

    @Test func `Nothing is read otherwise than by Foundation, whichever byte is changed`() {
        let original = Array(Self.sample.utf8)
        let characters = Array("\"\\{}[]:,-+.0123eEtnul/ \n\u{1F}\u{0}\u{E9}".utf8) + [0xC0, 0xFF]
        var readCount = 0
        for position in original.indices {
            var changes = characters.map { character in
                var bytes = original
                bytes[position] = character
                return bytes
            }
            changes.append(Array(original[..<position]))
            changes.append(Array(original[..<position] + original[(position + 1)...]))
            changes.append(original[..<position] + [original[position]] + original[position...])
            for bytes in changes {
                guard let fields = ResponseReader.read(Data(bytes)) else { continue }
                readCount += 1
                let isSame = NSDictionary(dictionary: fields) == foundation(Data(bytes))
                #expect(isSame, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(readCount > original.count)
    }

    @Test(arguments: [
        #"{"a":"\/"}"#, #"{"a":"\u0041"}"#, #"{"a":1.5}"#, #"{"a":1e3}"#, #"{"a":-0}"#,
        #"{"a":true}"#,
        #"{"a":null}"#, #"{"a":1234567890123456789}"#, #"{"a":12345678901234567890}"#,
    ])
    func `What is left to Foundation is decoded all the same`(json: String) throws {
        let data = Data(json.utf8)
        #expect(ResponseReader.read(data) == nil)
        #expect(NSDictionary(dictionary: try ReceiptJSON.decode(data)) == foundation(data))
    }

    @Test(arguments: [
        "", "1", "\"a\"", "[]", "{", "{}}", "{} 1", "{a:1}", "{\"a\"}", "{\"a\":01}", "{\"a\":1,}",
        "{\"a\":1,\"a\":2}", "{\"a\":-}", "{\"a\":1 2}", "\u{FEFF}{}", "{\"a\":\"\n\"}",
    ])
    func `What is no response is not read`(json: String) {
        #expect(ResponseReader.read(Data(json.utf8)) == nil)
    }

    @Test func `No input exhausts the stack`() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(ResponseReader.read(Data("{\"a\":\(deep)".utf8)) == nil)
        let allowed = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
        #expect(ResponseReader.read(Data("{\"a\":\(allowed)}".utf8)) != nil)
    }
}
