import Foundation
import SwiftyStoreKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Apple's two addresses inside the process, with the answers in the test's hands.
// Unchecked because every access to `answers` holds `lock`.
final class ReceiptServer: @unchecked Sendable {
    /// What the server does with a request.
    enum Answer: Sendable {
        case body(String, httpStatus: Int = 200)
        case failure(URLError.Code)

        static func status(_ status: Int, _ more: String = "") -> Answer {
            .body("{\"status\":\(status)\(more)}")
        }
    }

    typealias Service = AppleReceiptValidator.VerifyReceiptURLType

    private static let servers = ServerList()

    let asked = Recorder<Service>()
    let methods = Recorder<String>()
    let bodies = Recorder<[String: Any]>()
    private let host = UUID().uuidString.lowercased() + ".invalid"
    private let lock = NSLock()
    private var answers: [Answer]

    /// Answers with each of these in turn, and with the last one again and again.
    init(_ answers: Answer...) {
        self.answers = answers
        Self.servers.add(self, host)
    }

    static func find(_ request: URLRequest) -> ReceiptServer? {
        request.url?.host.flatMap(servers.find)
    }

    func makeValidator(
        _ service: Service = .production,
        sharedSecret: String? = nil,
        excludeOldTransactions: Bool = false
    ) -> AppleReceiptValidator {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ReceiptServerProtocol.self]
        return AppleReceiptValidator(
            service: service,
            sharedSecret: sharedSecret,
            excludeOldTransactions: excludeOldTransactions,
            session: URLSession(configuration: configuration),
            address: { [host] in
                URL(string: "https://\(host)/\($0 == .production ? "production" : "sandbox")")
            }
        )
    }

    func answer(_ request: URLRequest, _ body: Data) -> Answer {
        asked.record(request.url?.lastPathComponent == "production" ? .production : .sandbox)
        methods.record(request.httpMethod ?? "none")
        bodies.record((try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:])
        return lock.withLock { answers.count > 1 ? answers.removeFirst() : answers[0] }
    }
}

extension AppleReceiptValidator {
    /// The first answer of a validation, and how many there were when it came.
    func result(_ receipt: String = "receipt") async -> VerifyReceiptResult {
        await withCheckedContinuation { continuation in
            validate(receiptData: Data(receipt.utf8)) { continuation.resume(returning: $0) }
        }
    }
}
