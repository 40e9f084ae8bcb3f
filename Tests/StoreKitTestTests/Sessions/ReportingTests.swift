import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("Messages of a session's store")
    struct ReportingTests {
        @Test("A refused payment is reported with the reason")
        func refusal() async throws {
            let session = try SKTestSession.make()
            let messages = observeMessages()
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            queue.add(SKPayment.make("a product of this test"))
            #expect(
                await messages.first { $0.contains("a product of this test") }
                    == "The payment for \"a product of this test\" failed with SKError 3: "
                    + "The catalog has no product \"a product of this test\"."
            )
            withExtendedLifetime((session, recorder)) {}
        }

        @Test("Warnings about the file are reported when its session comes into use")
        func catalog() async throws {
            let messages = observeMessages()
            let folder = try TemporaryFolder()
            let file = folder.url.appendingPathComponent("Odd.storekit")
            try Data(#"{"product": []}"#.utf8).write(to: file)
            let session = try SKTestSession(contentsOf: file)
            let texts = await messages.wait { $0.contains { $0.contains("did you mean") } }
            #expect(texts.contains("Odd.storekit: it contains no product"))
            #expect(
                texts.contains("Odd.storekit, product: unknown key; did you mean \"products\"?")
            )
            withExtendedLifetime(session) {}
        }

        @Test("An unknown storefront and an unknown locale are reported")
        func unknownPlaces() async throws {
            let messages = observeMessages()
            let session = try SKTestSession.make()
            session.storefront = "Atlantis"
            session.locale = Locale(identifier: "\u{E9}")
            #expect(
                await messages.first { $0.contains("Atlantis") }
                    == "\"Atlantis\" is not a storefront; "
                    + "the session sells as in the United States."
            )
            #expect(
                await messages.first { $0.contains("\u{E9}") }
                    == "\"\u{E9}\" is not a locale; the session uses en_US."
            )
        }

        private func observeMessages() -> Recorder<String> {
            let messages = Recorder<String>()
            StoreScope.current.diagnostics.handler = { _, text in messages.record(text) }
            return messages
        }
    }
}

extension StoreInUse {
    @Suite("Requesting a review")
    struct ReviewTests {
        @Test("A session counts the review requests")
        func counting() throws {
            let session = try SKTestSession.make()
            #expect(session.reviewRequestCount == 0)
            SKStoreReviewController.requestReview()
            SKStoreReviewController.requestReview()
            #expect(session.reviewRequestCount == 2)
        }

        @Test("A request is counted by the session in use at that time")
        func source() throws {
            let first = try SKTestSession.make()
            SKStoreReviewController.requestReview()
            let second = try SKTestSession.make()
            #expect(first.reviewRequestCount == 1)
            #expect(second.reviewRequestCount == 0)
        }
    }
}
