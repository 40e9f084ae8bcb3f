import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

/// A client of the control API, which compares each response with the API's description.
struct ControlClient: Sendable {
    let server: RunningServer

    /// Runs a server with a client.
    static func run(
        _ store: Store,
        _ configuration: StoreServer.Configuration = .init(),
        _ body: (ControlClient) async throws -> Void
    ) async throws {
        try await RunningServer.run(store, configuration) { try await body(.init(server: $0)) }
    }

    /// Sends a request on a connection of its own; the body is JSON.
    func ask(_ method: String, _ path: String, _ body: String = "") async throws -> ControlResponse
    {
        let response = try await server.ask(method, "/control/v1\(path)", body: body)
        let plainPath = String(path.prefix { $0 != "?" })
        let problem = try APIDescription().problem(
            withResponseTo: method,
            plainPath,
            status: response.status,
            contentType: response.fields["content-type"],
            body: response.body
        )
        #expect(problem == nil, "\(response.text)")
        let answer = try ControlResponse(response)
        // The description itself has nulls, of what requests may name.
        #expect(path == "/openapi.json" || !answer.body.containsNull, "\(response.text)")
        return answer
    }

    func get(_ path: String) async throws -> JSONValue {
        let response = try await ask("GET", path)
        #expect(response.status == 200)
        return response.body
    }

    /// Sends a request that is refused; returns the status and the code of the error.
    func refusal(_ method: String, _ path: String, _ body: String = "") async throws -> String {
        let response = try await ask(method, path, body)
        return "\(response.status) \(response.body["error"]?["code"]?.text ?? "")"
    }

    /// Sends a request that is refused; returns the message of the error.
    func message(_ method: String, _ path: String, _ body: String = "") async throws -> String {
        try await ask(method, path, body).body["error"]?["message"]?.text ?? ""
    }
}

struct ControlResponse {
    let status: Int
    let body: JSONValue

    init(_ response: RawResponse) throws {
        status = response.status
        body = .object(try JSONParser.object(in: Array(response.body)))
    }
}

extension JSONValue {
    /// The member of every element of a list.
    func all(_ list: String, _ name: String) -> [JSONValue?] {
        (self[list]?.elements ?? []).map { $0[name] }
    }
}
