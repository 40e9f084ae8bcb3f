import Foundation
import Testing

@testable import AppReceipt

@Suite("Codes of messages")
struct MessageAuthenticatorTests {
    @Test("RFC 4231, test case 2, in one part and in several")
    func knownCode() {
        for parts in [["what do ya want for nothing?"], ["what do ya ", "", "want for nothing?"]] {
            var authenticator = MessageAuthenticator(key: Data("Jefe".utf8))
            parts.forEach { authenticator.update(Array($0.utf8)) }
            #expect(
                authenticator.finalize().map { String(format: "%02x", $0) }.joined()
                    == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            )
        }
    }
}
