package import AppReceipt
package import AsyncHTTPClient
import EntitlementModel
import Foundation
public import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import Logging
import NIOCore
package import NIOSSL
package import PostgreSQL
public import ServiceLifecycle

/// The service: receives the documents that the App Store signs, and responds with the entitlements
/// of customers.
///
/// Any number of processes can share one database. To mount the service in a Hummingbird server,
/// call ``addRoutes(to:)`` and run ``services`` beside its own.
public struct EntitlementServer: Sendable {
    /// The settings of a server.
    package struct Configuration: Sendable {
        package var host = "127.0.0.1"
        package var port = 8090
        package var apps: AppDirectory
        package var readers: ReaderKeys
        package var clock = ServiceClock()
        /// The URL that receives events; `nil` for none.
        package var eventsURL: String?
        package var eventsSecret: [UInt8]?
        /// The URL of a local store that sets the clock; `nil` in production.
        package var storeURL: String?
        /// The signer for apps that are offline; `nil` for none.
        package var signer: EntitlementSigner?
        /// The certificates and the key for TLS; `nil` if a proxy terminates TLS.
        package var tls: TLSConfiguration?
        /// The key for the App Store Server API; required to send answers to consumption requests.
        package var apiKey: ServerAPIKey?
        /// The URL of the App Store Server API; `nil` for Apple's.
        package var apiURL: String?
        /// The number of concurrent commits.
        package var commitCount = 2
        /// The longest time from the first byte of a request to the last of its response, in
        /// seconds.
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
    private let watch: CustomerWatch
    private let logger: Logger
    /// The database, if the server created it.
    private var ownServices: [any Service] = []
    /// The database for migrations, if the server creates it.
    private var migrationDatabase: PostgresDatabase.Configuration?

    /// Creates a server with its own database, without connecting to it.
    ///
    /// - Throws: An error for the first invalid setting.
    public init(_ settings: Settings, logger: Logger) throws {
        let configuration = try settings.serverConfiguration()
        let database = PostgresDatabase(try settings.databaseConfiguration())
        self.init(configuration, database: database, client: .shared, logger: logger)
        ownServices = [database]
        migrationDatabase = try settings.patientDatabaseConfiguration()
    }

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
        watch = CustomerWatch(database: database, clock: configuration.clock, logger: logger)
    }

    /// Migrates the database to the current schema; call it before serving the routes.
    public func migrate() async throws {
        let version = try await ServerVersion(of: database)
        if version.isUnknown {
            logger.warning("PostgreSQL \(version) is later than the versions this service supports")
        }
        // A step may rewrite tables, and take longer than the timeout of requests.
        let patient = migrationDatabase.map(PostgresDatabase.init)
        defer { patient?.close() }
        try await Migrator(patient ?? database).migrate()
        try await Migrator(database).makePartitions()
    }

    /// Adds the routes to a router or a group of it.
    public func addRoutes<Context>(to router: some RouterMethods<Context>) {
        let group = router.group()
        group.add(middleware: MeteringMiddleware<Context>(metrics: metrics))
        addMeteredRoutes(to: group)
    }

    private func addMeteredRoutes(to router: some RouterMethods) {
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
            reader: entitlementReader,
            watch: watch,
            keys: configuration.readers,
            signer: configuration.signer
        )
        .add(to: router)
        SupportRoutes(
            reader: entitlementReader,
            keys: configuration.readers,
            deliversEvents: configuration.eventsURL != nil
        )
        .add(to: router)
        OperationRoutes(
            database: database,
            apps: configuration.apps,
            keys: configuration.readers,
            clock: configuration.clock
        )
        .add(to: router)
        CustomerRoutes(
            database: database,
            purchases: ledger,
            keys: configuration.readers
        )
        .add(to: router)
        ConsumptionRoutes(
            database: database,
            apps: configuration.apps,
            keys: configuration.readers,
            clock: configuration.clock,
            sends: configuration.apiKey != nil
        )
        .add(to: router)
        AccessRoutes(apps: configuration.apps, keys: configuration.readers).add(to: router)
        PageRoutes().add(to: router)
        HealthRoutes(database: database, registry: registry, keys: configuration.readers)
            .add(to: router)
    }

    /// The services to run while the routes are served, in the order in which they start.
    public var services: [any Service] {
        // The database shuts down last, because the others use it.
        var services = ownServices
        services += [
            Maintenance(database: database, ledger: ledger, metrics: metrics, logger: logger),
            watch,
            ConsumptionSender(
                database: database,
                apps: configuration.apps,
                clock: configuration.clock,
                client: appStoreServerClient,
                metrics: metrics,
                logger: logger
            ),
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

    /// Creates an application that serves the routes alone.
    ///
    /// - Parameter onListening: Called with the address when the server listens.
    /// - Returns: The application.
    /// - Throws: An error about the certificates of TLS.
    package func application(
        onListening: @escaping @Sendable (String) -> Void = { _ in }
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
        let router = Router()
        router.middlewares.add(MeteringMiddleware(metrics: metrics))
        addMeteredRoutes(to: router)
        return Application(
            router: router,
            server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: "entitlements"
            ),
            services: services,
            onServerRunning: { channel in
                let scheme = configuration.tls == nil ? "http" : "https"
                let port = channel.localAddress?.port ?? configuration.port
                onListening("\(scheme)://\(configuration.host):\(port)")
            },
            logger: logger
        )
    }

    private var entitlementReader: EntitlementReader {
        EntitlementReader(
            database: database,
            apps: configuration.apps,
            clock: configuration.clock
        )
    }

    private var ledger: PurchaseLedger {
        PurchaseLedger(
            apps: configuration.apps,
            clock: configuration.clock,
            deliversEvents: configuration.eventsURL != nil
        )
    }

    private var appStoreServerClient: (@Sendable (PurchaseScope) -> AppStoreServerClient)? {
        guard let key = configuration.apiKey else { return nil }
        let (url, client) = (configuration.apiURL, client)
        return { AppStoreServerClient(scope: $0, url: url, key: key, client: client) }
    }

    private var refreshClock: (@Sendable () async -> Void)? {
        guard let clockFollower else { return nil }
        return { await clockFollower.follow() }
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
}
