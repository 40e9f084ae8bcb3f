import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import TestCluster

/// A receiver of events that refuses some and records all.
final class EventReceiver: Sendable {
    /// An event that was received, with all of its bodies.
    struct Event: Sendable {
        var id: String
        var bodies: Set<String>
        var count = 1
    }

    /// The customer and the sequence of an event.
    struct Key: Hashable, Sendable {
        let customer: String
        let sequence: Int64
    }

    private struct State {
        var events: [Key: Event] = [:]
        var random: SplitMix64
        var refusals: Double = 0
        var port: Int?
    }

    private struct Body: Decodable {
        let id: String
        let customer: String
        let sequence: Int64
    }

    private let state: Mutex<State>
    private let log: DeliveryLog

    init(_ random: SplitMix64, _ log: DeliveryLog) {
        state = Mutex(State(random: random))
        self.log = log
    }

    /// Sets which part of the events is refused.
    func refuse(_ part: Double) { state.withLock { $0.refusals = part } }

    var events: [Key: Event] { state.withLock { $0.events } }

    var port: Int? { state.withLock { $0.port } }

    /// Serves until the task is cancelled.
    func run() async throws {
        let router = Router()
        router.post("events") { request, _ -> HTTPResponse.Status in
            let buffer = try await request.body.collect(upTo: 1 << 20)
            return self.receive(String(buffer: buffer))
        }
        var logger = Logger(label: "events")
        logger.logLevel = .critical
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                self.state.withLock { $0.port = channel.localAddress?.port }
            },
            logger: logger
        )
        try await application.run()
    }

    private func receive(_ text: String) -> HTTPResponse.Status {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(text.utf8)) else {
            log.problem("an event is malformed: \(text)")
            return .badRequest
        }
        let key = Key(customer: body.customer, sequence: body.sequence)
        let (isRefused, isEarly) = state.withLock { state in
            let former = Key(customer: body.customer, sequence: body.sequence - 1)
            let isEarly = body.sequence > 1 && state.events[former] == nil
            state.events[key, default: Event(id: body.id, bodies: [], count: 0)].bodies.insert(text)
            state.events[key]?.count += 1
            return (state.random.chance(state.refusals), isEarly)
        }
        if isEarly { log.problem("\(key) came before the event before it") }
        return isRefused ? .internalServerError : .ok
    }
}
