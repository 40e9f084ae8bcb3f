import LocalAppStore

/// Numbers the starts of a request, of which only the last one is answered.
struct RequestAttempts: Sendable {
    private let last = Locked(0)

    /// Begins an attempt, and so ends the one before; to begin one that is never answered is to
    /// cancel.
    @discardableResult
    func begin() -> Int {
        last.withLock { number in
            number += 1
            return number
        }
    }

    /// Whether the answer to an attempt is still wanted.
    func isLast(_ number: Int) -> Bool {
        last.withLock { $0 == number }
    }
}
