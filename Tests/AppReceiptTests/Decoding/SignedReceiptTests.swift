import Foundation
import Testing

@testable import AppReceipt

@Suite struct SignedReceiptTests {
    @Test func `Base64 and data are encoded and decoded`() throws {
        let receipt = SignedReceipt(bytes: [0xFB, 0xFF, 0x00, 0x01])
        #expect(receipt.base64Encoded == "+/8AAQ==")
        #expect(try SignedReceipt(base64Encoded: "+/8AAQ==") == receipt)
        #expect(SignedReceipt(Data([0xFB, 0xFF, 0x00, 0x01])) == receipt)
    }

    @Test(arguments: [
        "+/8AAQ", "-_8AAQ==", "+/8A\nAQ==", " +/8AAQ==", "+/8AAQ==\n", "\u{FEFF}+/8AAQ==",
    ])
    func `another alphabet, missing padding and blanks are refused`(text: String) {
        #expect(throws: SignedReceipt.Error.notBase64) { try SignedReceipt(base64Encoded: text) }
    }

    @Test(arguments: [
        "====", "=", "==", "===", "=====", "QQ=", "QQ===", "QUJD=", "QUJD==", "QUJD====",
        "QQ==QUJD",
        "QQ==QQ==", "Q===", "=QUJ", "Q=Q=", "QUJD\u{0}", "QQ =", "Q Q==",
    ])
    func `wrong padding is refused`(text: String) {
        #expect(throws: SignedReceipt.Error.notBase64) { try SignedReceipt(base64Encoded: text) }
    }

    @Test(arguments: ["QR==", "QUJ=", "QUJDQf=="])
    func `bits that are lost are refused`(text: String) {
        #expect(throws: SignedReceipt.Error.notBase64) { try SignedReceipt(base64Encoded: text) }
    }

    @Test(arguments: [" ====\n", "QQ =", "QUJD\n====", "QQ\n==\n="])
    func `wrong padding is refused if white space is ignored`(text: String) {
        #expect(throws: SignedReceipt.Error.notBase64) {
            try SignedReceipt(base64Encoded: text, ignoringWhitespace: true)
        }
    }

    @Test(arguments: [("", 0), ("QUJD", 3), ("QUI=", 2), ("QQ==", 1)])
    func `every right padding is decoded`(text: String, count: Int) throws {
        #expect(try SignedReceipt(base64Encoded: text).bytes == Array("ABC".utf8.prefix(count)))
    }

    @Test func `white space is ignored if that is requested`() throws {
        let receipt = try SignedReceipt(base64Encoded: " +/8A\r\nAQ==\n", ignoringWhitespace: true)
        #expect(receipt.bytes == [0xFB, 0xFF, 0x00, 0x01])
        #expect(throws: SignedReceipt.Error.notBase64) {
            try SignedReceipt(base64Encoded: "+/8*AAQ==", ignoringWhitespace: true)
        }
    }
}
