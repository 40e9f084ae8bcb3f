import AppReceipt
import AsyncHTTPClient
import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import NIOCore
import PostgreSQL
import Synchronization

@testable import EntitlementService

extension TestService {
    /// Receives a consumption request about a consumable.
    @discardableResult
    func receiveConsumptionRequest(
        _ transactionID: String = "1",
        product: String = "coins",
        signed: Date = .start,
        id: UUID = UUID()
    ) async throws -> Bool {
        try await receive(
            try appStore.notification(
                .consumptionRequest,
                .make(transactionID, product: product, type: .consumable, expires: nil),
                id: id,
                signed: signed
            )
        )
    }

    /// The state, the number of attempts, the actor and the error of each request.
    func consumptionRequests() async throws -> [String] {
        try await rows(
            """
            SELECT transaction_id, state, attempts, actor, error
            FROM entitlements.consumption_request ORDER BY transaction_id, requested_at
            """
        )
    }

    /// The requests in the order of their deadlines.
    func pendingRequests() async throws -> [ConsumptionRequest] {
        try await connections.query(
            Statement(
                """
                SELECT app, environment, original_id, transaction_id, id, product_id, reason,
                    deadline FROM entitlements.consumption_request ORDER BY deadline
                """
            )
        ).map(ConsumptionRequest.decode)
    }

    /// Answers all requests, in the name of the team.
    func answerAll() async throws {
        for request in try await pendingRequests() {
            _ = try await database.query(
                ConsumptionTables.answer(
                    request.transactionID,
                    of: request.key,
                    with: try ConsumptionAnswer.delivered.get(),
                    by: "support",
                    at: clock.approximateNow()
                )
            )
        }
    }

    func sender(
        _ client: AppStoreServerClient?,
        _ database: PostgresDatabase? = nil,
        metrics: PrometheusRegistry = PrometheusRegistry()
    ) -> ConsumptionSender {
        var makeClient: (@Sendable (PurchaseScope) -> AppStoreServerClient)?
        if let client { makeClient = { _ in client } }
        return ConsumptionSender(
            database: database ?? self.database,
            apps: apps,
            clock: clock,
            client: makeClient,
            metrics: ServiceMetrics(metrics),
            logger: .silent
        )
    }

    /// Moves the clock to a time after the first request.
    func setClock(hours: Double = 0, seconds: Double = 0) {
        clock.set(to: Milliseconds(.start + hours * 3600 + seconds))
    }
}

extension ConsumptionAnswer {
    static let delivered = Result {
        try ConsumptionAnswer(
            Members(
                deliveryStatus: "DELIVERED",
                sampleContentProvided: false,
                refundPreference: nil,
                consumptionPercentage: nil
            ),
            customerConsented: true
        )
    }
}

extension String {
    /// A body that answers a request.
    static let answer = """
        {"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false,\
        "refundPreference":"GRANT_PRORATED","consumptionPercentage":25000,"actor":"support"}
        """
}

extension TestClientProtocol {
    /// Answers a consumption request.
    func answer(
        _ transactionID: String = "1",
        query: String = "app=com.example.shop&environment=Sandbox",
        body: String = .answer,
        key: String? = TestService.writerKey
    ) async throws -> TestResponse {
        try await post("/v1/consumption-requests/\(transactionID)?\(query)", body, key: key)
    }

    /// Asks for open consumption requests.
    func consumptionRequests(
        query: String = "app=com.example.shop&environment=Sandbox",
        key: String? = TestService.key
    ) async throws -> TestResponse {
        try await execute(
            uri: "/v1/consumption-requests?\(query)",
            method: .get,
            headers: key.map { [.authorization: "Bearer \($0)"] } ?? [:]
        )
    }
}

extension LocalShop {
    /// A service that received the requests about purchases, by default one of coins.
    func serviceWithRefundRequests(
        about products: [String] = ["coins"],
        _ rule: ConsumptionRule? = nil
    ) async throws -> TestService {
        for product in products {
            let entry = try store.pay(PaymentRequest(productID: product))
            try store.refunds.request(entry.id, reason: .legal)
        }
        let documents = try await notifications()
        let service = try await TestService(
            roots: try roots,
            consumption: rule,
            at: store.clock.now
        )
        for document in documents { try await service.receive(document) }
        return service
    }

    /// The answer that the store received about a transaction.
    func consumption(of id: Int) async throws -> [String: Any]? {
        let request = HTTPClientRequest(url: "\(url)/control/v1/transactions/\(id)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let body = Data(try await response.body.collect(upTo: 1 << 20).readableBytesView)
        let details = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        let requests = details?["refundRequests"] as? [[String: Any]]
        return requests?.last?["consumption"] as? [String: Any]
    }
}

/// The address of an App Store Server API, and the key for it.
struct AppStoreAccess {
    /// An address without a server.
    static let away = Self(url: "http://127.0.0.1:1", key: ServerAPIKey())

    let url: String
    let key: ServerAPIKey
}

extension AppStoreServerClient {
    /// A client for an App Store Server API that takes any key.
    static func make(_ url: String, _ client: HTTPClient = .shared) -> AppStoreServerClient {
        AppStoreServerClient(scope: .shop, url: url, key: ServerAPIKey(), client: client)
    }
}

/// An App Store Server API with one response to all answers.
final class AnswerLog: Sendable {
    private let log = Mutex<[String]>([])
    private let status: HTTPResponse.Status
    private let body: String

    init(status: HTTPResponse.Status = .accepted, errorCode: Int? = nil) {
        self.status = status
        body = errorCode.map { "{\"errorCode\":\($0)}" } ?? ""
    }

    /// The paths of the requests.
    var paths: [String] { log.withLock { $0 } }

    func run(_ body: @escaping @Sendable (AppStoreServerClient) async throws -> Void) async throws {
        let router = Router()
        router.put("inApps/v2/transactions/consumption/{id}") { request, _ in
            self.log.withLock { $0.append(request.uri.path) }
            return Response(
                status: self.status,
                body: ResponseBody(byteBuffer: ByteBuffer(string: self.body))
            )
        }
        try await Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            logger: .silent
        )
        .test(.live) { client in try await body(.make("http://127.0.0.1:\(client.port ?? 0)")) }
    }
}
