import ArgumentParser
import AsyncHTTPClient
import Foundation
import LocalAppStore
import Synchronization
import TestCluster

/// Posts the notifications of a local store whose subscribers live a year, as fast as the service
/// records them, and compares the service with the store at the end.
struct Year: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Has subscribers of a local store live a year, and posts its notifications."
    )

    @Argument(help: "The folder that make-store made.")
    var folder: String

    @Option(help: "The number of subscribers.")
    var subscribers = 100_000

    @Option(help: "The number of connections, each with a thread.")
    var connections = 64

    @Option(help: "The number of subscribers whose entitlements are compared at the end.")
    var sample = 1000

    @Option(help: "The seed of what subscribers do.")
    var seed: UInt64 = 1

    @Option(help: "The port of the service.")
    var port: UInt16 = 8090

    @Option(help: "The port of the local store, whose time the service follows.")
    var storePort: UInt16 = 8091

    func run() async throws {
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.up))
        let store = try LocalStore.open(in: folder, clock: .manual(startingAt: now))
        try store.updateSettings { $0.allowsGracePeriod = true }
        try store.notifications.updateSettings { $0.isRecording = true }
        let server = try await LocalStoreServer(store, port: storePort, servicePort: port)
        let customers = Subscribers(subscribers, of: store, seed: seed)
        let results = try await live(customers, of: server)
        results.show()
        // The service asks for the store's time five times a second.
        try await Task.sleep(for: .seconds(1))
        let comparison = try await compare(customers, by: server)
        try await server.stop()
        comparison.show()
        guard comparison.differences.isEmpty else { throw ExitCode.failure }
    }

    private func live(
        _ customers: Subscribers,
        of server: LocalStoreServer
    ) async throws -> YearResults {
        var customers = customers
        let results = YearResults()
        let queue = NotificationQueue()
        let threads = (0..<connections).map { _ in
            let thread = Thread { [port] in YearSender(port: port).send(queue, to: results) }
            thread.start()
            return thread
        }
        var notifications = try server.notifications(from: customers.now)
        for step in customers.steps {
            let month = customers.month(of: step)
            var start = ContinuousClock.now
            try customers.live(step)
            results.add(.now - start, to: .storing)
            start = .now
            try await notifications.read(until: customers.now) { documents in
                let read = ContinuousClock.now
                try await queue.add(
                    documents.map { document in
                        let body = Array("{\"signedPayload\":\"\(document)\"}".utf8)
                        let request = NotificationRequests.request(with: body)
                        return .init(request: request, month: month)
                    }
                )
                results.add(read - start, to: .signing)
                start = .now
                results.add(start - read, to: .waiting)
            }
        }
        queue.end()
        for thread in threads {
            while !thread.isFinished { try await Task.sleep(for: .milliseconds(5)) }
        }
        results.end()
        return results
    }

    private func compare(
        _ customers: Subscribers,
        by server: LocalStoreServer
    ) async throws -> Comparison {
        var random = SplitMix64(seed: seed)
        var comparison = Comparison()
        for subscriber in (1...subscribers).shuffled(using: &random).prefix(sample) {
            let subscriptions = try customers.store(of: subscriber).subscriptions.all()
            for subscription in subscriptions {
                try await comparison.add(subscription.id, by: server)
            }
        }
        return comparison
    }
}
