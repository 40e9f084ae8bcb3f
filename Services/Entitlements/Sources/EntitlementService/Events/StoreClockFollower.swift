package import AsyncHTTPClient
import EntitlementModel
import Foundation
package import Logging
import NIOCore
package import PostgreSQL
import ServiceLifecycle

extension Settings {
    /// Creates a clock, set to the time of a local store if the settings name one.
    package func clock(
        for database: any SQLDatabase,
        client: HTTPClient,
        logger: Logger
    ) async -> ServiceClock {
        let clock = ServiceClock()
        if let storeURL = self[.storeURL] {
            let follower = StoreClockFollower(
                storeURL: storeURL,
                clock: clock,
                database: database,
                client: client,
                logger: logger
            )
            await follower.follow()
        }
        return clock
    }
}

/// Sets the clock of the service to the time of a local store.
struct StoreClockFollower: Service {
    let storeURL: String
    let clock: ServiceClock
    let database: any SQLDatabase
    let client: HTTPClient
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await follow()
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    /// Reads the store's time, and sets the clock.
    func follow() async {
        do {
            let request = HTTPClientRequest(url: "\(storeURL)/control/v1/store")
            let response = try await client.execute(request, timeout: .seconds(5))
            let body = try await response.body.collect(upTo: 1 << 20)
            let data = Data(body.readableBytesView)
            let state = try JSONDecoder().decode(StoreState.self, from: data)
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            let storeTime = Milliseconds(try style.parse(state.now))
            let databaseTime = try await ServiceClock().now(in: database)
            clock.setLead(storeTime - databaseTime)
        } catch {
            logger.debug("no time of the store", metadata: ["error": .string("\(error)")])
        }
    }

    private struct StoreState: Decodable {
        let now: String
    }
}
