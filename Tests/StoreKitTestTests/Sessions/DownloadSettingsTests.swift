import LocalAppStore
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("A session's settings for downloads")
    struct DownloadSettingsTests {
        let session: SKTestSession

        init() throws {
            session = try .make()
        }

        @Test("The speed is a megabyte a second until it is set, and after a reset")
        func speed() throws {
            #expect(session.downloadBytesPerSecond == 1_000_000)
            session.downloadBytesPerSecond = 5
            #expect(session.downloadBytesPerSecond == 5)
            #expect(try session.store.downloads.settings.bytesPerSecond == 5)
            session.resetToDefaultState()
            #expect(session.downloadBytesPerSecond == 1_000_000)
        }

        @Test("A failure is planned by its name", arguments: SKTestSession.DownloadFailure.allCases)
        func failure(_ failure: SKTestSession.DownloadFailure) throws {
            #expect(session.downloadFailure == nil)
            session.downloadFailure = failure
            #expect(session.downloadFailure == failure)
            let plan = try session.store.downloads.settings.plannedFailure
            #expect(plan?.reason.rawValue == failure.rawValue)
            #expect(plan?.afterLength == 0)
            session.downloadFailure = nil
            #expect(session.downloadFailure == nil)
        }

        @Test("A failure that a session cannot plan is none of its own")
        func otherFailure() throws {
            try session.store.downloads.updateSettings {
                $0.plannedFailure = .init(.missingContent)
            }
            #expect(session.downloadFailure == nil)
        }
    }
}
