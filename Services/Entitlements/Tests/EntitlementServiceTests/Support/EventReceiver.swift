import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization

/// A server that receives events.
final class EventReceiver: Sendable {
    struct Delivery: Sendable {
        let customer: String
        let sequence: Int
        let id: String
        let timestamp: String
        let signature: String?
        let body: String
    }

    private struct State {
        var answers: [HTTPResponse.Status]
        var deliveries: [Delivery] = []
        var isHolding = true
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>
    private let holding: Set<String>
    private let hasEndlessBody: Bool
    private let (arrivals, arrival) = AsyncStream<Void>.makeStream()
    private let (body, end) = AsyncStream<ByteBuffer>.makeStream()

    /// - Parameters:
    ///   - answers: The statuses of the first answers; the others are 204.
    ///   - holding: The customers whose events have no response before the release.
    ///   - hasEndlessBody: Whether the bodies of responses end with the release.
    init(
        answers: [HTTPResponse.Status] = [],
        holding: Set<String> = [],
        hasEndlessBody: Bool = false
    ) {
        state = Mutex(State(answers: answers))
        self.holding = holding
        self.hasEndlessBody = hasEndlessBody
    }

    func waitForDeliveries(_ isEnough: ([Delivery]) -> Bool) async {
        if isEnough(deliveries) { return }
        for await _ in arrivals where isEnough(deliveries) { return }
    }

    /// Responds to the held requests.
    func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
        end.finish()
    }

    private func hold() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHolding { state.held.append(continuation) }
                return state.isHolding
            }
            if !isHeld { continuation.resume() }
        }
    }

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }

    func run(_ body: @escaping @Sendable (String) async throws -> Void) async throws {
        let router = Router()
        router.post("events") { request, _ in try await self.receive(request) }
        router.get("elsewhere") { _, _ in HTTPResponse.Status.noContent }
        try await Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            logger: .silent
        )
        .test(.live) { client in
            try await body("http://127.0.0.1:\(client.port ?? 0)/events")
        }
    }

    private func receive(_ request: Request) async throws -> Response {
        var request = request
        let body = String(buffer: try await request.collectBody(upTo: 1_000_000))
        func field(_ name: String) -> String? {
            HTTPField.Name(name).flatMap { request.headers[$0] }
        }
        let object = try JSONDecoder().decode(Body.self, from: Data(body.utf8))
        let delivery = Delivery(
            customer: object.customer,
            sequence: object.sequence,
            id: field("webhook-id") ?? "",
            timestamp: field("webhook-timestamp") ?? "",
            signature: field("webhook-signature"),
            body: body
        )
        let status = state.withLock { state in
            state.deliveries.append(delivery)
            return state.answers.isEmpty ? .noContent : state.answers.removeFirst()
        }
        arrival.yield()
        if holding.contains(delivery.customer) { await hold() }
        return Response(
            status: status,
            headers: [.location: "/elsewhere"],
            body: hasEndlessBody ? ResponseBody(asyncSequence: self.body) : ResponseBody()
        )
    }

    private struct Body: Decodable {
        let customer: String
        let sequence: Int
    }
}
