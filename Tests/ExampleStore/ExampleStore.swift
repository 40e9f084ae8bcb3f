import Foundation
import LocalAppStore
import LocalAppStoreServer

/// A store that sends notifications, for Scripts/check-examples.sh.
///
/// Usage: example-store CONFIGURATION LEDGER BUNDLE-IDENTIFIER WEBHOOK
@main
struct ExampleStore {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let webhook = URL(string: arguments[4]) else {
            throw CocoaError(.fileReadInvalidFileName)
        }
        let store = try Store(
            catalog: try Catalog(contentsOf: URL(fileURLWithPath: arguments[1])),
            at: .file(URL(fileURLWithPath: arguments[2])),
            clock: .system()
        )
        store.app = StoreApp(bundleIdentifier: arguments[3])
        try store.updateNotificationSettings { settings in
            settings.isRecording = true
            settings.url = webhook
        }
        let server = StoreServer(store)
        async let running: Void = server.run()
        let address = try await server.waitUntilListening()
        FileHandle.standardOutput.write(Data("Listening at http://\(address)\n".utf8))
        try await running
    }
}
