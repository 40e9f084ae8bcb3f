import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PostgreSQL

/// The routes for the consumption requests of the App Store.
struct ConsumptionRoutes: Sendable {
    private static let page = 100

    let database: any SQLDatabase
    let apps: AppDirectory
    let keys: ReaderKeys
    let clock: ServiceClock
    /// Whether answers are sent: only with an API key.
    let sends: Bool

    func add(to router: some RouterMethods) {
        let requests = router.group("v1/consumption-requests")
        requests.get { request, _ in try await self.list(request) }
        requests.post("{transactionId}") { request, context in
            try await self.answer(request, context.parameters.get("transactionId") ?? "")
        }
    }

    // MARK: The list

    private func list(_ request: Request) async throws -> Response {
        let (_, scope) = try keys.subject(of: request, in: apps)
        let start = try request.cursor(ConsumptionTables.Place.init) ?? .first
        let open = ConsumptionTables.open(in: scope, after: start, limit: Self.page + 1)
        let requests = try await database.query(open).map(ConsumptionRequest.decode)
        let page = requests.prefix(Self.page)
        let next = requests.count > page.count ? page.last.map(\.place.cursor) : nil
        return .json(
            .object([
                "requests": .list(page.map(\.json)),
                "next": next.map { .string($0) } ?? .written("null"),
            ])
        )
    }

    // MARK: Answers

    private func answer(_ request: Request, _ transactionID: String) async throws -> Response {
        let (reader, scope) = try keys.subject(of: request, in: apps)
        try reader.requireWriting()
        let original = request.uri.queryParameters["originalTransactionId"].map(String.init)
        let purchase = PurchaseKey(scope: scope, originalTransactionID: original ?? transactionID)
        for id in [transactionID, purchase.originalTransactionID] {
            guard DocumentText.isIdentifier(id) else {
                throw HTTPProblem.malformed("The identifier of the transaction is malformed.")
            }
        }
        let (answer, actor) = try Self.decode(try await request.content())
        let recorded = try await record(answer, actor, transactionID, of: purchase)
        guard let (state, known) = recorded else {
            throw HTTPProblem.unknown(
                "No consumption request concerns this transaction, or `originalTransactionId` "
                    + "is not its original transaction."
            )
        }
        guard state == .answered || state == .sent else { throw Self.expired }
        guard known == answer.json else { throw Self.answered }
        guard sends || state == .sent else { throw Self.cannotSend }
        return .json(.object(["state": .string(state.rawValue)]), status: .accepted)
    }

    /// Records an answer, and returns the state with the answer that counts; `nil` for an unknown
    /// request.
    private func record(
        _ answer: ConsumptionAnswer,
        _ actor: String,
        _ transactionID: String,
        of purchase: PurchaseKey
    ) async throws -> (ConsumptionTables.State, String?)? {
        let now = try await clock.now(in: database)
        return try await database.transaction { session in
            let results = try await session.run([
                ConsumptionTables.answer(
                    transactionID,
                    of: purchase,
                    with: answer,
                    by: actor,
                    at: now
                ),
                ConsumptionTables.newest(transactionID, of: purchase),
            ])
            let rows = try results.flatMap { result in
                try result.map { row throws(SQLError) in
                    (try row.next() as ConsumptionTables.State, try row.nextIfPresent() as String?)
                }
            }
            return Commit(rows.first)
        }
    }

    private static let answered = HTTPProblem.conflict(
        "answered",
        "The request already has a different answer."
    )

    private static let expired = HTTPProblem.conflict(
        "expired",
        "The App Store no longer accepts an answer: the deadline has passed."
    )

    private static let cannotSend = HTTPProblem(
        status: .serviceUnavailable,
        code: "cannotSend",
        message: "The answer is stored, but cannot be sent: \(Setting.apiKey.rawValue) is not set."
    )

    // MARK: Bodies

    private struct Body: Decodable {
        static let names = ConsumptionAnswer.Members.names + ["customerConsented", "actor"]

        let customerConsented: Bool?
        let actor: String?
        let answer: ConsumptionAnswer.Members

        private enum CodingKeys: CodingKey {
            case customerConsented, actor
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            customerConsented = try container.decodeIfPresent(Bool.self, forKey: .customerConsented)
            actor = try container.decodeIfPresent(String.self, forKey: .actor)
            answer = try ConsumptionAnswer.Members(from: decoder)
        }
    }

    private static func decode(
        _ content: ByteBuffer
    ) throws(HTTPProblem) -> (ConsumptionAnswer, actor: String) {
        do throws(ConfigurationError) {
            let body: Body = try StrictFile.decode(
                Data(content.readableBytesView),
                name: "The body",
                members: ["": Body.names]
            )
            guard let actor = body.actor, DocumentText.isPlain(actor, longest: 200) else {
                throw ConfigurationError(
                    "`actor` must name the person or program that answers, in 1 to 200 bytes "
                        + "without control characters."
                )
            }
            let consents = body.customerConsented
            return (try ConsumptionAnswer(body.answer, customerConsented: consents), actor)
        } catch {
            throw .malformed(error.description)
        }
    }
}

extension ConsumptionTables.Place {
    /// The place before all requests.
    static let first = Self(
        deadline: .min,
        id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    )

    /// Parses the cursor of an earlier response.
    init?(cursor: some StringProtocol) {
        let parts = cursor.split(separator: "_")
        guard parts.count == 2, let deadline = Milliseconds(parts[0]),
            let id = UUID(uuidString: String(parts[1]))
        else { return nil }
        self.init(deadline: deadline, id: id)
    }

    var cursor: String { "\(deadline)_\(id.uuidString.lowercased())" }
}

extension ConsumptionRequest {
    fileprivate var place: ConsumptionTables.Place {
        ConsumptionTables.Place(deadline: deadline, id: id)
    }
}
