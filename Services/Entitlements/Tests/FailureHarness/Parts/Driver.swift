import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TestCluster

/// Sends documents to the service as the App Store does: in any order, to any process, each until
/// the status is 200, and some twice.
struct Driver: Sendable {
    let fleet: ServiceFleet
    let log: DeliveryLog
    /// The key of the app's server.
    let key: String
    var laneCount = 8
    /// The time limit for sending a document.
    var patience: Duration = .seconds(90)

    static let client = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: {
            var configuration = HTTPClient.Configuration()
            configuration.timeout.connect = .seconds(3)
            configuration.connectionPool.retryConnectionEstablishment = false
            return configuration
        }()
    )

    /// Sends documents until each is acknowledged.
    func deliver(_ documents: [SignedDocument], _ random: inout SplitMix64) async {
        let repeated = documents.filter { _ in random.chance(0.25) }
        let all = (documents + repeated).shuffled(using: &random)
        await withTaskGroup { group in
            for lane in 0..<laneCount {
                var random = random.fork()
                let mine = stride(from: lane, to: all.count, by: laneCount).map { all[$0] }
                group.addTask {
                    for document in mine { await deliver(document, &random) }
                }
            }
        }
    }

    private func deliver(_ document: SignedDocument, _ random: inout SplitMix64) async {
        let end = ContinuousClock.now + patience
        while !Task.isCancelled {
            guard ContinuousClock.now < end else {
                return log.problem("after \(patience) \(document.id) is not acknowledged")
            }
            if let url = fleet.urls.randomElement(using: &random), await post(document, to: url) {
                return
            }
            let pause = Int.random(in: 10...80, using: &random)
            try? await Task.sleep(for: .milliseconds(pause))
        }
    }

    /// Sends a document once, and returns whether it was acknowledged.
    private func post(_ document: SignedDocument, to url: String) async -> Bool {
        let wasAcknowledged = log.begin(document)
        guard let answer = await answer(document, at: url) else {
            log.fail(0)
            return false
        }
        guard answer.status == 200 else {
            log.fail(answer.status)
            if answer.status < 500 {
                log.problem("\(document.id) got \(answer.status): \(answer.body)")
                return true
            }
            return false
        }
        if wasAcknowledged, answer.body.contains("true") {
            log.problem("\(document.id) was acknowledged, and is new to the service again")
        }
        log.acknowledge(document)
        return true
    }

    private func answer(
        _ document: SignedDocument,
        at url: String
    ) async -> (status: Int, body: String)? {
        var request = HTTPClientRequest(url: url + document.path)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        if document.kind == .upload {
            request.headers.add(name: "authorization", value: "Bearer \(key)")
        }
        request.body = .bytes(ByteBuffer(string: document.body))
        do {
            let response = try await Self.client.execute(request, timeout: .seconds(40))
            let body = try await response.body.collect(upTo: 1 << 20)
            return (Int(response.status.code), String(buffer: body))
        } catch {
            return nil
        }
    }
}
