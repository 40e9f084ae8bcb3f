import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A reader's request for the entitlements of a customer.
struct EntitlementQuery: Sendable {
    /// The bundle identifier of the app of all scenarios.
    static let app = "com.example.shop"

    let customer: UUID
    let key: String
    var date: Date?

    struct Answer: Sendable {
        let status: Int
        let text: String
    }

    private struct List: Decodable {
        let entitlements: [Entitlement]

        struct Entitlement: Decodable {
            let productId: String
            let originalTransactionId: String
            let granted: Bool
        }
    }

    /// Sends the request to a process; `nil` without a response.
    func ask(_ url: String) async -> Answer? {
        var address =
            "\(url)/v1/customers/\(customer.uuidString.lowercased())/entitlements"
            + "?app=\(Self.app)&environment=Sandbox"
        if let date {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            address += "&at=\(date.formatted(style))"
        }
        var request = HTTPClientRequest(url: address)
        request.headers.add(name: "authorization", value: "Bearer \(key)")
        do {
            let response = try await Driver.client.execute(request, timeout: .seconds(40))
            let body = try await response.body.collect(upTo: 1 << 20)
            return Answer(status: Int(response.status.code), text: String(buffer: body))
        } catch {
            return nil
        }
    }

    /// The products that an answer grants, each with its original transaction.
    static func granted(_ text: String) throws -> Set<String> {
        let list = try JSONDecoder().decode(List.self, from: Data(text.utf8))
        return Set(
            list.entitlements.filter(\.granted)
                .map { "\($0.productId) \($0.originalTransactionId)" }
        )
    }
}
