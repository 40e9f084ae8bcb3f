package import AsyncHTTPClient
import EntitlementModel
import Foundation
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
package import NIOSSL
package import PostgreSQL
import ServiceLifecycle

/// The service: receives what the App Store signs, and answers what customers may use.
///
/// Any number of processes serve one database.
package struct EntitlementServer: Sendable {
    /// What a server needs to know.
    package struct Configuration: Sendable {
        package var host = "127.0.0.1"
        package var port = 8090
        package var apps: AppDirectory
        package var readers: ReaderKeys
        package var clock = ServiceClock()
        /// Where events are sent; `nil` for nowhere.
        package var eventsURL: String?
        package var eventsSecret: [UInt8]?
        /// The address of a local store, whose time the clock then has; `nil` in production.
        package var storeURL: String?
        /// What signs for apps that are offline; `nil` for nothing.
        package var signer: EntitlementSigner?
        /// The certificates and the key of TLS; `nil` where a proxy ends it.
        package var tls: TLSConfiguration?
        /// The number of commits that are under way at the same time.
        package var commitCount = 2
        /// The longest time from the first byte of a request to the last of its answer, in seconds.
        package var requestSeconds: Int64 = 30

        package init(apps: AppDirectory, readers: ReaderKeys) {
            self.apps = apps
            self.readers = readers
        }
    }

    private let configuration: Configuration
    private let database: any SQLDatabase
    private let client: HTTPClient
    private let registry = PrometheusRegistry()
    private let metrics: ServiceMetrics
    private let logger: Logger

    package init(
        _ configuration: Configuration,
        database: any SQLDatabase,
        client: HTTPClient,
        logger: Logger
    ) {
        self.configuration = configuration
        self.database = database
        self.client = client
        self.logger = logger
        metrics = ServiceMetrics(registry)
    }

    /// Makes the application: a service with others in it.
    ///
    /// - Parameter onListening: Called with the port when the server listens.
    /// - Returns: The application.
    /// - Throws: What is wrong with the certificates of TLS.
    package func application(
        onListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
        var http = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                RequestDeadline(.seconds(self.configuration.requestSeconds))
            ]
        )
        http.httpDecoder.maxHeaderListSize = 16 * 1024
        http.httpDecoder.maxHeaderFieldSize = 8 * 1024
        var server = HTTPServerBuilder.http1(configuration: http)
        if let tls = configuration.tls { server = try .tls(server, tlsConfiguration: tls) }
        return Application(
            router: router,
            server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: "entitlements"
            ),
            services: services,
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) },
            logger: logger
        )
    }

    private var ledger: PurchaseLedger {
        PurchaseLedger(
            apps: configuration.apps,
            clock: configuration.clock,
            deliversEvents: configuration.eventsURL != nil
        )
    }

    private var refreshClock: (@Sendable () async -> Void)? {
        guard let clockFollower else { return nil }
        return { await clockFollower.follow() }
    }

    private var router: Router<BasicRequestContext> {
        let router = Router()
        router.middlewares.add(MeteringMiddleware(metrics: metrics))
        IngestRoutes(
            verifier: DocumentVerifier(configuration.apps),
            recorder: Recorder(database, ledger, laneCount: configuration.commitCount),
            keys: configuration.readers,
            clock: configuration.clock,
            refreshClock: refreshClock,
            metrics: metrics
        )
        .add(to: router)
        EntitlementRoutes(
            reader: EntitlementReader(
                database: database,
                apps: configuration.apps,
                clock: configuration.clock
            ),
            keys: configuration.readers,
            signer: configuration.signer
        )
        .add(to: router)
        HealthRoutes(database: database, registry: registry, keys: configuration.readers)
            .add(to: router)
        return router
    }

    private var clockFollower: StoreClockFollower? {
        guard let url = configuration.storeURL else { return nil }
        return StoreClockFollower(
            storeURL: url,
            clock: configuration.clock,
            database: database,
            client: client,
            logger: logger
        )
    }

    private var services: [any Service] {
        var services: [any Service] = [
            Maintenance(database: database, ledger: ledger, metrics: metrics, logger: logger)
        ]
        if let clockFollower { services.append(clockFollower) }
        if let url = configuration.eventsURL {
            services.append(
                EventSender(
                    database: database,
                    destination: .init(url: url, secret: configuration.eventsSecret),
                    metrics: metrics,
                    logger: logger
                )
            )
        }
        return services
    }
}
