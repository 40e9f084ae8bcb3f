import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import EntitlementService

/// Every call of the description, as documented.
@Suite struct DescriptionTests {
    /// The values of parameters without an example.
    fileprivate static let values = [
        "id": UUID.account.uuidString, "app": PurchaseScope.shop.app, "environment": "Sandbox",
        "grant": "0b2f6c1e-63c5-4a3c-9f0e-2d8a2f0b7c55", "name": "user:42", "productId": "coins",
        "transactionId": "1", "text": "101", "file": "app.js",
    ]

    private let schema: JSONSchema
    private let operations: [Operation]

    /// A call, with JSON that does not change.
    fileprivate struct Operation: @unchecked Sendable {
        let path: String
        let method: String
        let members: [String: Any]
        let parameters: [[String: Any]]

        var id: String { members["operationId"] as? String ?? "" }
    }

    init() throws {
        let bytes = Data(PackageResources.openapi_json)
        let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        let schema = JSONSchema(description: object ?? [:])
        self.schema = schema
        let paths = object?["paths"] as? [String: [String: Any]] ?? [:]
        operations = paths.flatMap { path, members in
            let shared = members["parameters"] as? [[String: Any]] ?? []
            return members.filter { $0.key != "parameters" }.map { method, operation in
                let operation = operation as? [String: Any] ?? [:]
                let own = operation["parameters"] as? [[String: Any]] ?? []
                return Operation(
                    path: path,
                    method: method,
                    members: operation,
                    parameters: (shared + own).map(schema.resolved)
                )
            }
        }
    }

    @Test func `each call has the answer that is described`() async throws {
        let service = try await TestService(environments: [.sandbox, .production])
        for payload in [TransactionPayload.make(), .renewal(signed: .start)] {
            try await service.receive(
                try service.appStore.notification(.subscribed, payload, .make())
            )
        }
        try await service.receiveConsumptionRequest()
        let bodies: [String: [String: any Sendable]] = [
            "checkTransfer": ["customer": "user:42", "originalTransactionId": "100"],
            "spend": ["key": "order-7301", "quantity": 1, "actor": "backend"],
            "receiveNotification": [
                "signedPayload": try service.appStore.notification(.subscribed, .make())
            ],
            "recordDocument": [
                "signedTransaction": try service.appStore.sign(TransactionPayload.make("200"))
            ],
        ]
        let signer = EntitlementSigner(key: EntitlementSigningKey(), hours: 1)
        try await service.serve(signer: signer, appStore: .away) { client async throws in
            for operation in inOrder {
                let body = bodies[operation.id] ?? operation.body
                let target =
                    operation.id == "setTester"
                    ? operation.target.replacing("Sandbox", with: "Production") : operation.target
                let response = try await client.call(target, operation.method, body)
                #expect((200..<300).contains(response.status.code), "\(operation.id)")
                #expect(problems(of: response, operation.members) == [], "\(operation.id)")
            }
        }
    }

    @Test func `what is refused is described, too`() async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            for operation in operations
            where operation.members["security"] == nil {
                for (target, key) in [
                    (operation.target, nil), (operation.target, "unknown"),
                    (operation.target.replacing("Sandbox", with: "Xcode"), TestService.adminKey),
                ] {
                    let response = try await client.call(
                        target,
                        operation.method,
                        operation.body,
                        key: key
                    )
                    guard response.status.code >= 400 else { continue }
                    #expect(problems(of: response, operation.members) == [], "\(operation.id)")
                }
            }
        }
    }

    @Test func `examples are as their schemas say`() throws {
        for operation in operations {
            let request = schema.resolved(operation.members["requestBody"] as? [String: Any] ?? [:])
            let responses = operation.members["responses"] as? [String: [String: Any]] ?? [:]
            for content in [request] + responses.values.map(schema.resolved) {
                let media = (content["content"] as? [String: [String: Any]])?["application/json"]
                for example in media.map(examples) ?? [] {
                    let schema = media?["schema"] as? [String: Any] ?? [:]
                    #expect(self.schema.problems(of: example, schema) == [], "\(operation.id)")
                }
            }
        }
    }

    /// The calls in an order in which each one finds its subject; the last one removes everything.
    private var inOrder: [Operation] {
        operations.sorted {
            let isLast = [$0.id == "eraseCustomer", $1.id == "eraseCustomer"]
            return isLast[0] == isLast[1] ? $0.id < $1.id : isLast[1]
        }
    }

    private func examples(of media: [String: Any]) -> [Any] {
        let named = media["examples"] as? [String: [String: Any]] ?? [:]
        return [media["example"]].compactMap { $0 }
            + named.values.compactMap { schema.resolved($0)["value"] }
    }

    /// The differences between a response and the description of its status.
    private func problems(of response: TestResponse, _ operation: [String: Any]) -> [String] {
        let responses = operation["responses"] as? [String: [String: Any]] ?? [:]
        guard let described = responses["\(response.status.code)"] ?? responses["default"] else {
            return ["\(response.status) is not described"]
        }
        let content = schema.resolved(described)["content"] as? [String: [String: Any]] ?? [:]
        let type = response.headers[.contentType] ?? ""
        let media = content.first { type.hasPrefix($0.key) || $0.key == "*/*" }?.value
        guard let media else { return ["\(type) is not described"] }
        guard type == "application/json" else { return [] }
        guard let value = try? JSONSerialization.jsonObject(with: Data(response.text.utf8)) else {
            return ["no JSON: \(response.text)"]
        }
        return schema.problems(of: value, media["schema"] as? [String: Any] ?? [:])
    }
}

extension DescriptionTests.Operation {
    /// The path with its parameters, and with the required parameters of the query.
    fileprivate var target: String {
        var path = path
        var query: [String] = []
        for parameter in parameters {
            let name = parameter["name"] as? String ?? ""
            let value = DescriptionTests.values[name] ?? UUID.account.uuidString
            if parameter["in"] as? String == "path" {
                path = path.replacing("{\(name)}", with: value)
            } else if parameter["required"] as? Bool == true {
                query.append("\(name)=\(value)")
            }
        }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }

    fileprivate var body: Any? {
        let request = members["requestBody"] as? [String: Any]
        let content = request?["content"] as? [String: [String: Any]]
        return content?["application/json"]?["example"]
    }
}

extension TestClientProtocol {
    fileprivate func call(
        _ target: String,
        _ method: String,
        _ body: Any?,
        key: String? = TestService.adminKey
    ) async throws -> TestResponse {
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        return try await execute(
            uri: target,
            method: HTTPRequest.Method(method.uppercased()) ?? .get,
            headers: key.map { [.authorization: "Bearer \($0)"] } ?? [:],
            body: data.map { ByteBuffer(bytes: $0) }
        )
    }
}
