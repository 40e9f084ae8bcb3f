import Foundation
import StoreKit
import StoreKitTest
import Testing

extension StoreInUse {
    @Suite("What a session's store says")
    struct ReportingTests {
        @Test("A refused payment is told, with the reason")
        func refusal() async throws {
            let session = try SKTestSession.make()
            let (messages, before) = listen()
            defer { StoreDiagnostics.shared.handler = before }
            let (watcher, queue) = Watcher.ofStoreInUse()
            queue.add(SKPayment.make("a product of this test"))
            #expect(
                await messages.first { $0.contains("a product of this test") }
                    == "The payment for \"a product of this test\" failed with SKError 3: "
                    + "The catalog has no product \"a product of this test\"."
            )
            withExtendedLifetime((session, watcher)) {}
        }

        @Test("What is unusual in the file is told when its session comes into use")
        func catalog() async throws {
            let (messages, before) = listen()
            defer { StoreDiagnostics.shared.handler = before }
            let folder = try TemporaryFolder()
            let file = folder.url.appendingPathComponent("Odd.storekit")
            try Data(#"{"product": []}"#.utf8).write(to: file)
            let session = try SKTestSession(contentsOf: file)
            let texts = await messages.wait { $0.contains { $0.contains("one letter from") } }
            #expect(texts.contains("Odd.storekit: it describes no product"))
            #expect(
                texts.contains(
                    "Odd.storekit, product: the key is unknown and one letter from \"products\""
                )
            )
            withExtendedLifetime(session) {}
        }

        @Test("A place that does not exist is told")
        func places() async throws {
            let (messages, before) = listen()
            defer { StoreDiagnostics.shared.handler = before }
            let session = try SKTestSession.make()
            session.storefront = "Atlantis"
            session.locale = Locale(identifier: "\u{E9}")
            #expect(
                await messages.first { $0.contains("Atlantis") }
                    == "\"Atlantis\" names no storefront; the session sells as in the United States."
            )
            #expect(
                await messages.first { $0.contains("\u{E9}") }
                    == "\"\u{E9}\" names no locale; the session uses en_US."
            )
        }

        private func listen() -> (Inbox<String>, StoreDiagnostics.Handler?) {
            let messages = Inbox<String>()
            let before = StoreDiagnostics.shared.handler
            StoreDiagnostics.shared.handler = { _, text in messages.receive(text) }
            return (messages, before)
        }
    }
}
