import AsyncHTTPClient
import Foundation
import NIOCore

/// A comparison of purchases' states and ends with the store's, using the store's control API.
struct Comparison {
    /// The answers about purchases that differ.
    private(set) var differences: [String] = []
    /// The numbers of matching answers, by the store's state.
    private var counts: [String: Int] = [:]

    private struct Answer: Decodable {
        let expected: Expected?
        let agreement: String?

        struct Expected: Decodable {
            let state: String?
        }
    }

    mutating func add(_ originalID: Int64, by server: LocalStoreServer) async throws {
        let path = "/control/v1/transactions/\(originalID)/entitlements"
        let request = HTTPClientRequest(url: server.url + path)
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let body = Data(try await response.body.collect(upTo: 1 << 20).readableBytesView)
        // The response of an error lacks this member.
        guard let answer = try? JSONDecoder().decode(Answer.self, from: body),
            answer.agreement == "agrees"
        else {
            return differences.append(String(decoding: body, as: UTF8.self))
        }
        counts[answer.expected?.state ?? "none", default: 0] += 1
    }

    func show() {
        let states = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        print("the service agrees about \(states.joined(separator: ", "))")
        for difference in differences.prefix(20) { print("differs: \(difference)") }
        if !differences.isEmpty { print("differences: \(differences.count)") }
    }
}
