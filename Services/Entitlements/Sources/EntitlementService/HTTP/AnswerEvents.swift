import EntitlementModel
import Hummingbird
import NIOCore

/// The answers to a reader who listens, as server-sent events: the present one, and another
/// whenever it changes.
struct AnswerEvents: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    /// The number of looks after which a comment is sent, by which both sides notice that the other
    /// one is gone.
    private static let quietLooks = 60

    let first: EntitlementReader.Answer
    let customer: ScopedCustomer
    let reader: EntitlementReader

    func makeAsyncIterator() -> Iterator {
        Iterator(events: self, answer: first)
    }

    struct Iterator: AsyncIteratorProtocol {
        let events: AnswerEvents
        var answer: EntitlementReader.Answer
        var sent: String?

        mutating func next() async throws -> ByteBuffer? {
            for _ in 0..<AnswerEvents.quietLooks {
                if answer.entityTag != sent {
                    sent = answer.entityTag
                    return ByteBuffer(string: answer.event)
                }
                try await Task.sleep(for: answer.pause)
                // While the database is away the reader keeps what was last known.
                if let newer = try? await events.reader.answer(for: events.customer) {
                    answer = newer
                }
            }
            return ByteBuffer(string: ":\n\n")
        }
    }
}

extension EntitlementReader.Answer {
    /// The greatest time between two looks for something new, in milliseconds.
    private static let longestPause: Milliseconds = 250

    /// The time until it is worth to look again.
    var pause: Duration {
        let untilChange = nextChange.map { $0 - now } ?? Self.longestPause
        return .milliseconds(Swift.max(1, Swift.min(Self.longestPause, untilChange)))
    }

    /// The answer as a server-sent event.
    fileprivate var event: String {
        "event: entitlements\nid: \(entityTag)\ndata: \(json)\n\n"
    }
}
