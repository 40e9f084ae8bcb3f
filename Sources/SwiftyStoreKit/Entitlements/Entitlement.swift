public import Foundation
import StoreKit

/// A product that the customer may use at present, by StoreKit 2.
///
/// StoreKit verified it on the device: it needs no receipt and no shared secret.
@available(iOS 15, tvOS 15, macOS 12, watchOS 8, macCatalyst 15, *)
public struct Entitlement: Hashable, Sendable {
    /// The product identifier.
    public let productId: String
    /// The identifier of the transaction.
    public let transactionId: String
    /// The identifier of the purchase's first transaction.
    public let originalTransactionId: String
    /// The date of the purchase or the last renewal.
    public let purchaseDate: Date
    /// The end of a subscription's period; `nil` for a product without an end.
    ///
    /// An entitlement may outlast it by a grace period.
    public let subscriptionExpirationDate: Date?
    /// Whether another member of the family bought it.
    public let isFamilyShared: Bool
    /// The customer's role in a subscription with seats; `nil` for other purchases.
    public let role: Role?
    /// The seats of the transaction that were not refunded; `nil` for a member, and for other
    /// purchases.
    ///
    /// Seats that the purchaser added within a period are an entitlement of their own.
    public let seats: Int?
    /// The account that the app gave with the purchase.
    public let appAccountToken: UUID?

    /// The role of a customer in a subscription with seats.
    public enum Role: Hashable, Sendable {
        /// The customer bought the seats.
        case purchaser
        /// The customer has a seat that another customer bought.
        case member
    }

    init(_ transaction: StoreKit.Transaction) {
        productId = transaction.productID
        transactionId = String(transaction.id)
        originalTransactionId = String(transaction.originalID)
        purchaseDate = transaction.purchaseDate
        subscriptionExpirationDate = transaction.expirationDate
        isFamilyShared = transaction.ownershipType == .familyShared
        let seatInfo = SeatInfo(transaction)
        let isPurchaser = transaction.ownershipType == .purchased
        role = seatInfo.map { _ in isPurchaser ? .purchaser : .member }
        seats = (isPurchaser ? seatInfo : nil).map {
            transaction.purchasedQuantity - ($0.revokedSeatQuantity ?? 0)
        }
        appAccountToken = transaction.appAccountToken
    }
}

/// The seats in the JSON of a transaction, because only the newest StoreKit has them as a property.
@available(iOS 15, tvOS 15, macOS 12, watchOS 8, macCatalyst 15, *)
private struct SeatInfo: Decodable {
    let revokedSeatQuantity: Int?

    init?(_ transaction: StoreKit.Transaction) {
        struct Payload: Decodable { let multiSeatInfo: SeatInfo? }
        let json = transaction.jsonRepresentation
        guard transaction.productType == .autoRenewable,
            let payload = try? JSONDecoder().decode(Payload.self, from: json),
            let seats = payload.multiSeatInfo
        else { return nil }
        self = seats
    }
}

@available(iOS 15, tvOS 15, macOS 12, watchOS 8, macCatalyst 15, *)
extension SwiftyStoreKit {
    /// The products that the customer may use, by StoreKit 2, sorted by product identifier.
    ///
    /// These are non-consumables, non-renewing subscriptions, and auto-renewable ones that are
    /// active or in a grace period; never consumables. Transactions that StoreKit could not verify
    /// are left out. In a cancelled task the list is empty, so do not take rights away in one.
    public class func entitlements() async -> [Entitlement] {
        var entitlements: [Entitlement] = []
        for await case .verified(let transaction) in StoreKit.Transaction.currentEntitlements {
            entitlements.append(Entitlement(transaction))
        }
        return entitlements.sorted {
            ($0.productId, $0.transactionId) < ($1.productId, $1.transactionId)
        }
    }

    /// The products that the customer may use, now and whenever that changes.
    ///
    /// The stream ends when its reader is cancelled or releases it, and with the session of a test.
    /// A slow reader gets the newest value alone. It observes `Transaction.updates` and finishes
    /// nothing: finish a purchase where you deliver its content.
    public class func entitlementUpdates() -> AsyncStream<[Entitlement]> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observation = Task {
                var last: [Entitlement]?
                for await _ in entitlementChanges() {
                    let entitlements = await entitlements()
                    guard !Task.isCancelled else { break }
                    if entitlements != last { continuation.yield(entitlements) }
                    last = entitlements
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }

    /// A signal when the observation begins, and after each change that may concern entitlements.
    private class func entitlementChanges() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observations = [
                signal(StoreKit.Transaction.updates, continuation),
                signal(Product.SubscriptionInfo.Status.updates, continuation),
            ]
            continuation.onTermination = { _ in observations.forEach { $0.cancel() } }
        }
    }

    /// Signals when the iteration over updates has begun, so that no change is missed, and after
    /// each of them.
    private class func signal<Updates: AsyncSequence & Sendable>(
        _ updates: Updates,
        _ continuation: AsyncStream<Void>.Continuation
    ) -> Task<Void, Never> {
        Task {
            var iterator = updates.makeAsyncIterator()
            continuation.yield()
            while (try? await iterator.next()) != nil { continuation.yield() }
            continuation.finish()
        }
    }
}
