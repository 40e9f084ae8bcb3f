import StoreKit
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("Asking for a review")
    struct ReviewTests {
        @Test("A session counts how often the app asked for a review")
        func counting() throws {
            let session = try SKTestSession.make()
            #expect(session.reviewRequestCount == 0)
            SKStoreReviewController.requestReview()
            SKStoreReviewController.requestReview()
            #expect(session.reviewRequestCount == 2)
        }

        @Test("A request is counted by the session that was in use when the app asked")
        func source() throws {
            let first = try SKTestSession.make()
            SKStoreReviewController.requestReview()
            let second = try SKTestSession.make()
            #expect(first.reviewRequestCount == 1)
            #expect(second.reviewRequestCount == 0)
        }
    }
}
