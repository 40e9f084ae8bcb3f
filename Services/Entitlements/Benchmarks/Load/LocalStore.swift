import Foundation
import LocalAppStore
import LocalAppStoreServer

/// A local App Store in a folder, with one monthly subscription.
enum LocalStore {
    /// The root certificate, beside the service's settings.
    static let rootCertificate = "local-store.der"

    /// Opens the store, or makes it.
    static func open(in folder: String, clock: StoreClock) throws -> Store {
        try Store(
            catalog: catalog,
            at: .file(ledgerFolder(in: folder).appending(path: "ledger")),
            clock: clock,
            app: StoreApp(bundleIdentifier: NotificationSigner.app)
        )
    }

    /// Replaces the store by a new one, and returns its root certificate in DER.
    static func make(in folder: String) throws -> Data {
        let ledgerFolder = ledgerFolder(in: folder)
        let files = FileManager.default
        if files.fileExists(atPath: ledgerFolder.path) { try files.removeItem(at: ledgerFolder) }
        try files.createDirectory(at: ledgerFolder, withIntermediateDirectories: true)
        let store = try open(in: folder, clock: .system())
        return Data(try store.signedTransactionRootCertificate)
    }

    private static func ledgerFolder(in folder: String) -> URL {
        URL(fileURLWithPath: folder).appending(path: "local-store")
    }

    private static let catalog = Catalog(products: [
        CatalogProduct(
            id: NotificationSigner.product,
            kind: .autoRenewableSubscription,
            price: 5,
            subscription: SubscriptionTerms(
                groupID: "magazine",
                level: 1,
                period: SubscriptionPeriod(value: 1, unit: .month)
            )
        )
    ])
}

/// The server of a local store.
///
/// The service requests the store's time, and the server requests the service's entitlements.
struct LocalStoreServer {
    private let server: StoreServer
    private let running: Task<Void, any Error>
    let url: String

    /// Serves a store on a port, beside the service on another one.
    init(_ store: Store, port: UInt16, servicePort: UInt16) async throws {
        guard let service = URL(string: "http://127.0.0.1:\(servicePort)") else {
            throw URLError(.badURL)
        }
        var configuration = StoreServer.Configuration(endpoint: .loopback(port: port))
        configuration.entitlementService = try .init(url: service, key: MakeStore.readerKey)
        let server = StoreServer(store, configuration: configuration)
        self.server = server
        running = Task { try await server.run() }
        url = "http://\(try await server.waitUntilListening())"
    }

    /// A reader of the store's notifications from a date on.
    func notifications(from date: Date) throws -> StoreNotifications {
        StoreNotifications(url: url, key: try server.apiKey, from: date)
    }

    func stop() async throws {
        await server.stop()
        try await running.value
    }
}
