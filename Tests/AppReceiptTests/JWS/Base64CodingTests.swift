import Foundation
import Testing

@testable import AppReceipt

@Suite struct Base64CodingTests {
    @Test(arguments: 0..<70)
    func `What is encoded is decoded`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 167 + count) }
        let url = Base64Coding.encodeURL(bytes)
        #expect(Base64Coding.url.decode(Array(url.utf8)[...]) == bytes)
        #expect(Base64Coding.url.isEncoded(Array(url.utf8)[...]))
        let standard = Data(bytes).base64EncodedString()
        #expect(Base64Coding.standard.decode(Array(standard.utf8)[...]) == bytes)
    }

    /// Every text of up to four characters of a small alphabet, and what an encoder writes.
    @Test func `Exactly the texts that an encoder writes are decoded`() {
        for text in Self.texts {
            let decoded = Base64Coding.url.decode(text[...])
            #expect(Base64Coding.url.isEncoded(text[...]) == (decoded != nil))
            if let decoded {
                #expect(Array(Base64Coding.encodeURL(decoded).utf8) == text)
            }
            if let decoded = Base64Coding.standard.decode(text[...]) {
                #expect(Array(Data(decoded).base64EncodedString().utf8) == text)
            }
        }
    }

    private static var texts: [[UInt8]] {
        let alphabet = Array("AQgw-_+/=% \n".utf8)
        var texts: [[UInt8]] = [[]]
        var all = texts
        for _ in 0..<4 {
            texts = texts.flatMap { text in alphabet.map { text + [$0] } }
            all += texts
        }
        return all
    }
}
