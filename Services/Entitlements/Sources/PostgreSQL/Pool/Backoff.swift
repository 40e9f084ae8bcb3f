/// The pauses between attempts to connect, doubled up to a second.
///
/// All connections share them, so that a server that is down is not asked by each.
struct Backoff {
    private(set) var end: ContinuousClock.Instant?
    private(set) var error: SQLError = .connection("it was closed")
    private var pause: Duration = .milliseconds(25)

    /// Whether the time has not come for the next attempt.
    var isPausing: Bool { end.map { ContinuousClock.now < $0 } ?? false }

    /// Begins a pause, unless one is under way because of another connection.
    mutating func begin(after error: SQLError) {
        self.error = error
        guard !isPausing else { return }
        end = ContinuousClock.now + pause * Double.random(in: 0.5...1)
        pause = min(pause * 2, .seconds(1))
    }
}
