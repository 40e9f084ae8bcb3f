import Foundation
import LocalAppStore
import Testing

@testable import storectl

@Suite("The line about renewals that take long")
struct SettlementLineTests {
    private static let text =
        "Settling renewals: 2000 so far, 2026-02-01T00:00:00Z of 2026-03-01T00:00:00Z"

    @Test("It follows the progress on a terminal after a second, and is removed at the end")
    func terminal() {
        #expect(written(isTerminal: true, seconds: [0, 0.9]) == "")
        #expect(
            written(isTerminal: true, seconds: [0, 1, 2])
                == "\r\(Self.text)\u{1B}[K\r\(Self.text)\u{1B}[K\r\u{1B}[K"
        )
    }

    @Test("It is written once elsewhere")
    func file() {
        #expect(written(isTerminal: false, seconds: [0, 1, 2]) == "\(Self.text)\n")
        #expect(written(isTerminal: false, seconds: [0, 0.5]) == "")
    }

    /// The output with progress at these seconds, until the end.
    private func written(isTerminal: Bool, seconds: [Double]) -> String {
        let written = Locked("")
        let time = Locked<UInt64>(0)
        var console = Console.current
        console.isErrorTerminal = isTerminal
        console.writeError = { text in written.withLock { $0 += text } }
        let line = SettlementLine(console, nanoseconds: { time.withLock { $0 } })
        let end = Date(timeIntervalSince1970: 1_772_323_200)
        for second in seconds {
            time.withLock { $0 = UInt64(second * 1e9) }
            let date = Date(timeIntervalSince1970: 1_769_904_000)
            line.show(SettlementProgress(count: 2000, date: date, end: end))
        }
        line.show(SettlementProgress(count: 2500, date: end, end: end))
        return written.withLock { $0 }
    }
}
