import AppReceipt
import Foundation
import LocalAppStore
import LocalAppStoreServer
import Synchronization
import TestCluster

/// A local App Store with customers who act randomly, and with its notifications from the App Store
/// Server API.
final class Shop: Sendable {
    /// A customer of the store with an account in the app.
    struct Customer: Sendable {
        let store: Store
        let token: UUID
        let role: Role

        var isWatched: Bool { role == .watched }
    }

    enum Role: Sendable {
        /// Does anything.
        case free
        /// Watched by readers, and therefore buys nothing again after a refund.
        case watched
        /// Has a subscription that ends half an hour from now, on either side.
        case nearTheEnd
    }

    private struct State {
        var customers: [Customer] = []
        var known: Set<UUID> = []
    }

    let store: Store
    let history: NotificationHistory
    private let state = Mutex(State())
    private let clock: StoreClock

    /// Opens a store forty days ago.
    init() throws {
        clock = .manual(startingAt: Date() - 40 * 86_400)
        let catalog = try Catalog(data: Data(Self.catalog.utf8), fileName: "Shop.storekit")
        store = try Store(
            catalog: catalog,
            at: .memory,
            clock: clock,
            app: StoreApp(bundleIdentifier: EntitlementQuery.app)
        )
        try store.notifications.updateSettings { $0.isRecording = true }
        history = NotificationHistory(store)
    }

    /// The certificate to trust, in DER.
    var root: Data { get throws { Data(try store.signedTransactionRootCertificate) } }

    var customers: [Customer] { state.withLock { $0.customers } }

    /// The store's present date.
    var now: Date { clock.now }

    // MARK: Living

    /// Performs some actions of customers, far enough in the past that later ones aren't in the
    /// future.
    func liveInThePast(_ count: Int, _ random: inout SplitMix64) throws {
        for minutes in [-30, 30] {
            let date = Date() + TimeInterval(minutes) * 60
            let start = Calendar(identifier: .gregorian).date(byAdding: .month, value: -1, to: date)
            clock.advance(to: start ?? date)
            let customer = try addCustomer(&random, .nearTheEnd)
            let entry = try customer.buy("monthly")
            try customer.store.subscriptions.setAutoRenew(false, of: entry.id)
        }
        for _ in 0..<6 { try addCustomer(&random) }
        let end = Date() - 1_200
        let step = end.timeIntervalSince(clock.now) / TimeInterval(count)
        for _ in 0..<count {
            clock.advance(by: .random(in: 1...step, using: &random))
            try act(&random)
        }
        clock.advance(to: end)
    }

    /// Performs some actions of customers, and returns the documents signed by the store.
    func live(_ count: Int, _ random: inout SplitMix64) async throws -> [SignedDocument] {
        try addCustomer(&random)
        var uploads: [SignedDocument] = []
        for _ in 0..<count {
            tick()
            try act(&random)
            if random.chance(0.15), let upload = try upload(&random) { uploads.append(upload) }
        }
        for _ in 0..<3 { try addWatched(&random) }
        return try await notifications() + uploads
    }

    /// The ledger rounds to seconds, so only actions in different seconds have a known order.
    private func tick() { clock.advance(by: 1) }

    @discardableResult
    private func addCustomer(
        _ random: inout SplitMix64,
        _ role: Role = .free
    ) throws -> Customer {
        let customer = try store.customers.add(named: "\(random.next())")
        let token = UUID(random: &random)
        let acting = try store.customers.acting(for: customer.id)
        let new = Customer(store: acting, token: token, role: role)
        state.withLock { $0.customers.append(new) }
        return new
    }

    /// Makes a purchase for a new customer, and sometimes refunds it.
    private func addWatched(_ random: inout SplitMix64) throws {
        let customer = try addCustomer(&random, .watched)
        tick()
        let entry = try customer.buy("theme")
        tick()
        if random.chance(0.7) { try customer.store.refunds.refund(entry.id) }
    }

    private func act(_ random: inout SplitMix64) throws {
        let free = customers.filter { $0.role == .free }
        guard let customer = free.randomElement(using: &random) else { return }
        do {
            try customer.act(&random)
        } catch is StoreError {
            // The store refuses some actions, as it would for real customers.
        }
    }

    private func upload(_ random: inout SplitMix64) throws -> SignedDocument? {
        let free = customers.filter { $0.role == .free }
        guard let customer = free.randomElement(using: &random),
            let entry = try customer.store.entries().filter({ $0.state == .purchased })
                .randomElement(using: &random)
        else { return nil }
        return .upload(try customer.store.signedTransaction(of: entry).compactSerialization)
    }

    // MARK: The store's state

    private func notifications() async throws -> [SignedDocument] {
        let watched = Set(customers.filter(\.isWatched).map(\.token))
        var documents: [SignedDocument] = []
        for text in try await history.fetch(until: now) {
            let payload = try JWS<NotificationPayload>(text).unverifiedPayload()
            guard let id = payload.identifier, isNew(id) else { continue }
            let transaction = try payload.data?.signedTransaction?.unverifiedPayload()
            let token = transaction?.appAccountToken
            let promise: SignedDocument.Promise? = token.flatMap { token in
                guard watched.contains(token) else { return nil }
                return payload.type == .refund ? .revokes(token) : .grants(token)
            }
            documents.append(.notification(text, id: id, promise))
        }
        return documents
    }

    private func isNew(_ id: UUID) -> Bool { state.withLock { $0.known.insert(id).inserted } }

    private static let catalog = """
        {"identifier": "A", "version": {"major": 2, "minor": 0},
         "products": [
           {"productID": "theme", "type": "NonConsumable", "displayPrice": "2.99",
            "internalID": "1", "localizations": []},
           {"productID": "coins", "type": "Consumable", "displayPrice": "0.99",
            "internalID": "2", "localizations": []}],
         "subscriptionGroups": [{"id": "9", "name": "News", "localizations": [], "subscriptions": [
           {"productID": "yearly", "type": "RecurringSubscription", "displayPrice": "19.99",
            "internalID": "3", "groupNumber": 1, "recurringSubscriptionPeriod": "P1Y",
            "subscriptionGroupID": "9", "localizations": []},
           {"productID": "monthly", "type": "RecurringSubscription", "displayPrice": "1.99",
            "internalID": "4", "groupNumber": 2, "recurringSubscriptionPeriod": "P1M",
            "subscriptionGroupID": "9", "localizations": []}]}]}
        """
}

extension UUID {
    /// A random UUID (RFC 9562, 5.4).
    init(random: inout SplitMix64) {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = NSUUID(uuidBytes: bytes) as UUID
    }
}
