import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("What the local store says", .timeLimit(.minutes(20)))
struct StoreDiagnosticsTests {
    private let lines = Locked<[String]>([])
    private let diagnostics: StoreDiagnostics

    init() {
        diagnostics = StoreDiagnostics { [lines] line in lines.withLock { $0.append(line) } }
    }

    @Test("A message reaches the handler")
    func handled() async {
        let messages = MessageStream()
        diagnostics.handler = messages.receive
        diagnostics.report(.info, "one")
        diagnostics.report(.warning, "two")
        #expect(await messages.next(2) == ["info: one", "warning: two"])
    }

    @Test("What is said before there is a handler is kept for it, in order and once")
    func kept() async {
        diagnostics.report(.info, "one")
        diagnostics.report(.info, "two")
        let messages = MessageStream()
        diagnostics.handler = messages.receive
        diagnostics.report(.info, "three")
        #expect(await messages.next(3) == ["info: one", "info: two", "info: three"])
        let others = MessageStream()
        diagnostics.handler = others.receive
        diagnostics.report(.info, "four")
        #expect(await others.next(1) == ["info: four"])
    }

    @Test("Only the newest messages are kept")
    func bounded() async {
        for number in 1...StoreDiagnostics.keptMessages + 1 {
            diagnostics.report(.info, "\(number)")
        }
        let messages = MessageStream()
        diagnostics.handler = messages.receive
        #expect(await messages.next(1) == ["info: 2"])
    }

    @Test("A handler that is released may own an object that sets the handler")
    func releasing() async {
        final class Owner: Sendable {
            let diagnostics: StoreDiagnostics
            let handler: StoreDiagnostics.Handler

            init(_ diagnostics: StoreDiagnostics, then handler: @escaping StoreDiagnostics.Handler)
            {
                self.diagnostics = diagnostics
                self.handler = handler
            }

            deinit { diagnostics.handler = handler }
        }
        let messages = MessageStream()
        do {
            let owner = Owner(diagnostics, then: messages.receive)
            diagnostics.handler = { _, _ in withExtendedLifetime(owner) {} }
        }
        diagnostics.handler = nil
        diagnostics.report(.info, "one")
        #expect(await messages.next(1) == ["info: one"])
    }

    @Test("What is wrong with a ledger is told with its file and what to do")
    func ledger() async {
        let messages = MessageStream()
        diagnostics.handler = messages.receive
        diagnostics.reportUnusableStore(Store.Error.damagedFile(path: "/shop", detail: "a page"))
        let text =
            "The store's ledger /shop is damaged: a page. Put back a copy of /shop, or move it away "
            + "together with the files /shop-wal and /shop-shm: the store then begins an empty ledger."
        #expect(await messages.next(1) == ["warning: \(text)"])
        #expect(lines.withLock { $0 } == ["StoreKit: \(text)"])
    }

    @Test("A cause that leaves no store is told once, and in a line of its own")
    func unusable() async {
        let messages = MessageStream()
        diagnostics.handler = messages.receive
        diagnostics.reportUnusableStore(EnvironmentError.unknownDialogs("maybe"))
        diagnostics.reportUnusableStore(EnvironmentError.unknownDialogs("maybe"))
        diagnostics.reportUnusableStore(EnvironmentError.unknownDialogs("no"))
        let texts = ["maybe", "no"].map {
            "STOREKIT_DIALOGS is \"\($0)\"; it can be confirm, refuse or terminal"
        }
        #expect(await messages.next(2) == texts.map { "warning: \($0)" })
        #expect(lines.withLock { $0 } == texts.map { "StoreKit: \($0)" })
    }
}

/// Messages for a test to wait for.
private struct MessageStream {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    var receive: StoreDiagnostics.Handler {
        { [continuation] level, text in continuation.yield("\(level.rawValue): \(text)") }
    }

    func next(_ count: Int) async -> [String] {
        var messages: [String] = []
        for await message in stream {
            messages.append(message)
            if messages.count == count { break }
        }
        return messages
    }
}
