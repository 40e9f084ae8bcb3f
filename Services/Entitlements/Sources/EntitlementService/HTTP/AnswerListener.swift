import EntitlementModel
import Hummingbird
import NIOCore
import PostgreSQL

/// The answer about a customer, and each change of it.
struct AnswerListener: Sendable {
    let customer: ScopedCustomer
    let reader: EntitlementReader
    let watch: CustomerWatch
    private(set) var answer: EntitlementReader.Answer

    init(
        to first: EntitlementReader.Answer,
        of customer: ScopedCustomer,
        _ reader: EntitlementReader,
        _ watch: CustomerWatch
    ) {
        self.customer = customer
        self.reader = reader
        self.watch = watch
        answer = first
    }

    /// Waits until the answer may have changed, and reads it.
    ///
    /// - Returns: Whether it was read, before the time was over or the task was cancelled.
    mutating func refresh(until end: ContinuousClock.Instant) async throws -> Bool {
        let isChanged = await watch.change(
            since: answer.versions,
            of: customer,
            nextChange: answer.nextChange,
            until: end
        )
        guard isChanged else { return false }
        answer = try await reader.answer(for: customer)
        return true
    }
}

/// The answers to a listener as server-sent events: the present one, and another whenever it
/// changes.
struct AnswerEvents: AsyncSequence, Sendable {
    /// The interval between comments, for both sides to notice a lost connection.
    private static let quietTime: Duration = .seconds(15)

    let listener: AnswerListener

    func makeAsyncIterator() -> Iterator { Iterator(listener: listener) }

    struct Iterator: AsyncIteratorProtocol {
        var listener: AnswerListener
        var sent: String?

        mutating func next() async throws -> ByteBuffer? {
            let end = ContinuousClock.now + AnswerEvents.quietTime
            while listener.answer.entityTag == sent {
                do {
                    guard try await listener.refresh(until: end) else {
                        try Task.checkCancellation()
                        return ByteBuffer(string: ":\n\n")
                    }
                } catch let error as SQLError where error.isUnavailability {
                    // The listener keeps the last answer while the database is unavailable.
                    try Task.checkCancellation()
                }
            }
            sent = listener.answer.entityTag
            return ByteBuffer(string: listener.answer.event)
        }
    }
}

extension EntitlementReader.Answer {
    /// The answer as a server-sent event.
    fileprivate var event: String {
        "event: entitlements\nid: \(entityTag)\ndata: \(json)\n\n"
    }
}
