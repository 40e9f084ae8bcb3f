import FlyingSocks
import Foundation
import LocalAppStore
import StoreCommands
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("The description of the control API", .timeLimit(.minutes(10)))
struct OpenAPITests {
    @Test("Each route is in it, and nothing else")
    func routes() async throws {
        let store = try Store.make()
        let queue = BlockingQueue()
        let api = ControlAPI(
            store: store,
            keys: APIKeySource(for: .memory, given: nil),
            events: EventHub(store, heartbeat: 1),
            queue: queue,
            retention: RetentionClient(
                within: 1,
                queue: queue,
                pool: try await .client,
                connections: 1
            )
        )
        let routes = api.routes.map { route in
            let segments = route.pattern.dropFirst(ControlAPI.path.count).map { segment in
                switch segment {
                case .literal(let text): text
                case .parameter(let name): "{\(name)}"
                }
            }
            return "\(route.method ?? "any") /\(segments.joined(separator: "/"))"
        }
        #expect(Set(routes) == (try APIDescription().operations))
        #expect(Set(routes).count == routes.count)
    }

    @Test("The server sends it")
    func document() async throws {
        try await ControlClient.run(try .make()) { client in
            let body = try await client.get("/openapi.json")
            #expect(body["openapi"] == .string("3.1.0"))
            #expect(body["servers"]?.elements?.first?["url"] == .string("/control/v1"))
        }
    }

    @Test("It is valid OpenAPI", .enabled(if: OpenAPIValidator.isInstalled))
    func validity() throws {
        let program = """
            import json, sys, openapi_spec_validator
            openapi_spec_validator.validate(json.load(open(sys.argv[1])))
            """
        #expect(try OpenAPIValidator.run(program) == 0)
    }

    @Test("Names of values are those of the store")
    func names() throws {
        let schemas = try APIDescription().document["components"]?["schemas"]
        func names(_ schema: String) -> [String]? {
            schemas?[schema]?["enum"]?.elements?.compactMap(\.text)
        }
        #expect(names("TimeRate") == TimeRate.allCases.map { "\($0)" })
        #expect(names("TransactionState") == LedgerEntry.State.allCases.map(\.rawValue))
        let conditions = TransactionListQuery.Condition.allCases
        #expect(names("TransactionCondition") == conditions.map(\.rawValue))
        let reasons = ConsumptionRequestReason.allCases
        #expect(names("RefundRequestReason") == reasons.map(\.rawValue))
        let statuses = CustomerSubscription.Status.allCases
        #expect(names("SubscriptionStatus") == statuses.map { "\($0)" })
        #expect(names("RefundDecision") == RefundRequest.Decision.allCases.map(\.rawValue))
        let downloads = schemas?["DownloadFault"]?["properties"]?["downloadFailure"]
        let downloadFailures = DownloadFailure.Reason.allCases.map(\.rawValue)
        #expect(downloads?["enum"]?.elements?.compactMap(\.text) == downloadFailures)
        let kinds = schemas?["Segment"]?["properties"]?["kind"]?["enum"]?.elements
        let segmentKinds = SubscriptionTimeline.Kind.allCases.map(\.rawValue)
        #expect(kinds?.compactMap(\.text) == segmentKinds)
        #expect(names("ReviewState") == ReviewState.allCases.map(\.rawValue))
        let screen = schemas?["RetentionScreen"]?["properties"]
        let kindsOfScreens = screen?["shown"]?["enum"]?.elements?.compactMap(\.text)
        #expect(kindsOfScreens == RetentionScreen.kinds)
        let fallbacks = screen?["fallback"]?["properties"]?["reason"]?["enum"]?.elements
        let fallbackReasons = RetentionFallback.Reason.allCases.map(\.rawValue)
        #expect(fallbacks?.compactMap(\.text) == fallbackReasons)
        #expect(names("Kind") == CatalogProduct.Kind.allCases.map(\.rawValue))
        #expect(names("RevocationReason") == LedgerEntry.RevocationReason.allCases.map { "\($0)" })
    }
}

/// The package openapi-spec-validator of Python.
private enum OpenAPIValidator {
    static let isInstalled = (try? run("import openapi_spec_validator")) == 0

    /// Runs a program of Python with the path of the document, and returns its status.
    static func run(_ program: String) throws -> Int32 {
        let document = URL(fileURLWithPath: #filePath)
            .appendingPathComponent(
                "../../../../Sources/LocalAppStoreServer/Control/openapi.json"
            )
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program, document.standardizedFileURL.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
