import Foundation
import Testing

@testable import AppReceipt

@Suite("Codes of messages")
struct MessageAuthenticationTests {
    @Test("RFC 4231, test case 2")
    func knownCode() {
        let code = MessageAuthentication.code(
            of: Array("what do ya want for nothing?".utf8),
            key: Data("Jefe".utf8)
        )
        #expect(
            code.map { String(format: "%02x", $0) }.joined()
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
    }
}
