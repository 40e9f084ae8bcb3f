import Foundation
import LocalAppStore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends one request after another to a server, until the server is killed.
final class ServerClient: Sendable {
    /// The responses.
    struct Report {
        /// The number of responses with the status 200, or 404 where a transaction was deleted.
        var served = 0
        /// Other statuses.
        var refused: [Int] = []
    }

    let process: ChildProcess
    private let requests: [URLRequest]
    private let session = URLSession(configuration: .ephemeral)
    private let report = Locked(Report())
    private let responded = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(of process: ChildProcess, _ greeting: ServerGreeting) {
        self.process = process
        requests = greeting.requests
        send(0)
    }

    /// Waits for the first response, or for the end of the server.
    func waitUntilServed() {
        responded.wait()
    }

    /// Waits for the request that was under way when the server was killed, and returns what came
    /// back before.
    func stop() -> Report {
        ended.wait()
        session.invalidateAndCancel()
        return report.withLock { $0 }
    }

    private func send(_ number: Int) {
        let request = requests[number % requests.count]
        session.dataTask(with: request) { [self] _, response, _ in
            if number == 0 { responded.signal() }
            guard let status = (response as? HTTPURLResponse)?.statusCode else {
                ended.signal()
                return
            }
            report.withLock { report in
                if [200, 404].contains(status) {
                    report.served += 1
                } else {
                    report.refused.append(status)
                }
            }
            send(number + 1)
        }
        .resume()
    }
}

extension ServerGreeting {
    /// A request to verifyReceipt, and one for the history of a transaction if there is one.
    fileprivate var requests: [URLRequest] {
        var receipt = request("/sandbox/verifyReceipt")
        receipt.httpMethod = "POST"
        receipt.httpBody = Data(receiptRequest.utf8)
        guard let id = transactionID else { return [receipt] }
        var history = request("/inApps/v2/history/\(id)")
        history.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return [receipt, history]
    }

    private func request(_ path: String) -> URLRequest {
        var components = URLComponents()
        components.scheme = "http"
        components.host = "127.0.0.1"
        components.port = Int(port)
        components.path = path
        return URLRequest(url: components.url ?? URL(fileURLWithPath: path))
    }
}
