import AppReceipt
import Driving
import Foundation
import LocalAppStore
import LocalAppStoreServer

/// Sends bytes to a server with a store in memory, and ends the process if a promise is broken.
///
/// What no mutation would guess is put into an input: a valid token for `$TOKEN`, and for
/// `$RECEIPT` the store's receipt as a chunk, which begins with its length.
struct RequestTarget: Sendable {
    private let address: StoreServer.Address
    private let placeholders: [(name: [UInt8], value: [UInt8])]

    /// Few, so that inputs exceed them.
    private static let limits = {
        var limits = StoreServer.Limits()
        limits.headBytes = 2_048
        limits.bodyBytes = 8_192
        return limits
    }()
    private static let date = Date(timeIntervalSince1970: 1_717_243_200)

    init(_ folder: FuzzFolder) throws {
        let store = try Self.makeStore()
        let key = ServerAPIKey()
        let token = try ServerAPIToken(
            bundleIdentifier: store.app.bundleIdentifier,
            signedWith: key,
            at: Self.date
        )
        let receipt = try store.receipt()?.base64Encoded ?? ""
        let chunk = String(receipt.utf8.count, radix: 16) + "\r\n" + receipt
        placeholders = [
            (Array("$TOKEN".utf8), Array(token.compactSerialization.utf8)),
            (Array("$RECEIPT".utf8), Array(chunk.utf8)),
        ]
        var configuration = StoreServer.Configuration(names: ["fuzz"], limits: Self.limits)
        configuration.apiKey = key
        configuration.now = { Self.date }
        address = try Self.run(StoreServer(store, configuration: configuration))
    }

    func take(_ input: [UInt8]) {
        let request = placeholders.reduce(input) { bytes, placeholder in
            replace(placeholder.name, in: bytes, by: placeholder.value)
        }
        let connection = RawConnection(to: address.port)
        var scanner = ResponseScanner(connection.exchange(request))
        let responses = scanner.responses()
        for response in responses where !(100..<600).contains(response.status) {
            fatalError("the status \(response.status)")
        }
        let limits = Self.limits
        guard let first = responses.first(where: { $0.status != 100 }),
            let head = StatedLength(of: request), head.bytes <= limits.headBytes
        else { return }
        if head.length > limits.bodyBytes, (200..<300).contains(first.status) {
            fatalError("a body of \(head.length) bytes is accepted")
        }
    }

    private func replace(_ name: [UInt8], in bytes: [UInt8], by value: [UInt8]) -> [UInt8] {
        guard let range = bytes.firstRange(of: name) else { return bytes }
        return bytes[..<range.lowerBound] + value + bytes[range.upperBound...]
    }

    /// A store whose customer has some of everything.
    private static func makeStore() throws -> Store {
        let terms = SubscriptionTerms(
            groupID: "club",
            level: 1,
            period: SubscriptionPeriod(value: 1, unit: .month)
        )
        let catalog = Catalog(products: [
            CatalogProduct(id: "coins", kind: .consumable, price: 0.99),
            CatalogProduct(id: "tool", kind: .nonConsumable, price: 4.99),
            CatalogProduct(
                id: "monthly",
                kind: .autoRenewableSubscription,
                price: 9.99,
                subscription: terms
            ),
        ])
        let store = try Store(
            catalog: catalog,
            at: .memory,
            clock: .manual(startingAt: date),
            app: StoreApp(bundleIdentifier: "com.example.shop", version: "1")
        )
        for product in catalog.products { try store.pay(PaymentRequest(productID: product.id)) }
        return store
    }

    /// Starts a server that runs until the process ends.
    private static func run(_ server: StoreServer) throws -> StoreServer.Address {
        Task.detached { try await server.run() }
        while true {
            if let address = server.address { return address }
            usleep(1_000)
        }
    }
}
