import AsyncHTTPClient
import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import PostgreSQL
import Synchronization
import Testing

@testable import EntitlementService

@Suite struct UnexpectedErrorTests {
    /// A log that keeps its lines.
    private final class Lines: LogHandler, Sendable {
        let lines = Mutex<[String]>([])
        var logLevel: Logger.Level {
            get { .error }
            set {}
        }
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) {
            let line = "\(event.message) \(event.metadata ?? [:])"
            lines.withLock { $0.append(line) }
        }
    }

    @Test func `an error that no route expects has the status 500, and its type is logged`()
        async throws
    {
        let service = try await TestService()
        let notification = try service.appStore.notification()
        for table in ["owned_purchase", "transaction"] {
            _ = try await service.connections.query(
                Statement("DROP TABLE entitlements_state.\(table) CASCADE")
            )
        }
        let log = Lines()
        let server = EntitlementServer(
            service.configuration(),
            database: service.database,
            client: .shared,
            logger: Logger(label: "test") { _ in log }
        )
        try await server.application().test(.router) { client async throws in
            for response in try await [client.entitlements(), client.notify(notification)] {
                #expect(response.status == .internalServerError)
                #expect(response.text.contains("\"code\":\"unexpected\""))
                #expect(response.headers[.retryAfter] == nil)
            }
        }
        let lines = log.lines.withLock { $0 }
        #expect(lines.count { $0.contains("SQLError") && $0.contains("42P01") } == 2)
    }

    @Test func `of unexpected errors in a row, a watch logs the first with its type`() async throws
    {
        let service = try await TestService()
        let change = "DROP TABLE entitlements.customer CASCADE"
        _ = try await service.connections.query(Statement(change))
        let log = Lines()
        let watch = CustomerWatch(
            database: service.database,
            clock: service.clock,
            logger: Logger(label: "test") { _ in log }
        )
        let watching = Task { try await watch.run() }
        defer { watching.cancel() }
        // It looks several times in the meantime.
        let customer = ScopedCustomer(scope: .shop, id: .account(.account))
        let isChanged = await watch.change(
            since: [CustomerVersion(customer)],
            of: customer,
            nextChange: nil,
            until: .now + .seconds(2)
        )
        #expect(!isChanged)
        let lines = log.lines.withLock { $0 }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("SQLError") == true)
        #expect(lines.first?.contains("42P01") == true)
    }

    @Test(arguments: [
        (SQLError.connection("lost"), true), (.deadline, true), (.closed, true),
        (.server(state: "53100", message: "disk full"), true),
        (.server(state: "57014", message: "statement timeout"), true),
        (.server(state: "08006", message: "another server is away"), true),
        (.server(state: "25P03", message: "a session of another server was idle"), true),
        (.termination(state: "57P01", message: "shutdown"), true),
        (.server(state: "55P03", message: "lock timeout"), true),
        (.server(state: "55000", message: "wrong state"), false),
        (.server(state: "42P01", message: "no table"), false),
        (.server(state: "XX000", message: "internal"), false),
        (.decoding("a column"), false),
    ])
    func `only a database that is away, full or too slow has the status 503`(
        error: SQLError,
        isTransient: Bool
    ) {
        let problem = HTTPProblem(error, .silent)
        #expect(problem.status == (isTransient ? .serviceUnavailable : .internalServerError))
        #expect((problem.headers[.retryAfter] != nil) == isTransient)
    }
}
