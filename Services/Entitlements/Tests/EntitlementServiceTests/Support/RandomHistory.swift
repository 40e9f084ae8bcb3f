import AppReceipt
import Foundation
import LocalAppStore

/// A document for the service.
enum SignedDocument: Sendable {
    case notification(String)
    case transaction(String)
    case receipt(String)
}

/// Random customers of a local store.
enum RandomHistory {
    /// Simulates a history of about a year, with seats or without, and returns all signed
    /// documents.
    static func live(
        in shop: LocalShop,
        withSeats hasSeats: Bool = false,
        using generator: inout some RandomNumberGenerator
    ) async throws -> [SignedDocument] {
        // The United States sell no monthly payments.
        try shop.store.updateSettings { $0.storefront = "DEU" }
        let family = try shop.store.customers.add(named: "family")
        let stores = [shop.store, try shop.store.customers.acting(for: family.id)]
        try? stores[1].family.join(organizedBy: stores[0].customerID)
        let accounts = (0..<3).map { _ in UUID(using: &generator) }
        var documents: [SignedDocument] = []
        for number in 1...40 {
            guard let store = stores.randomElement(using: &generator) else { continue }
            // Actions that the store refuses have no effect.
            try? step(store, accounts, hasSeats, &generator)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                documents += try uploads(of: store, &generator)
            }
            // The App Store forgets notifications after half a year.
            if number.isMultiple(of: 4) {
                documents += try await shop.notifications().map(SignedDocument.notification)
            }
        }
        return documents
    }

    private static func step(
        _ store: Store,
        _ accounts: [UUID],
        _ hasSeats: Bool,
        _ generator: inout some RandomNumberGenerator
    ) throws {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3:
            let products = ["coins", "theme", "pass", "gold", "silver", "yearly"]
            let product = products.randomElement(using: &generator) ?? "gold"
            let account = accounts.randomElement(using: &generator)
            var payment = PaymentRequest(
                productID: product,
                applicationUsername: account?.uuidString
            )
            let isSpecial = Bool.random(using: &generator)
            if product == "gold", hasSeats, isSpecial {
                payment.seatCount = Int.random(in: 1...9, using: &generator)
            }
            if product == "yearly", isSpecial { payment.billingPlan = .monthly }
            try store.pay(payment)
        case 4...6:
            let days = Int.random(in: 1...45, using: &generator)
            try store.time.advance(by: Double(days) * .day)
        case 7:
            guard let entry = try entry(of: store, &generator) else { return }
            if entry.productID == "gold", hasSeats, Bool.random(using: &generator) {
                let seats = Int.random(in: 1...4, using: &generator)
                try store.refunds.refundSeats(seats, of: entry.id)
            } else {
                try store.refunds.refund(entry.id)
            }
        case 8:
            guard let entry = try entry(of: store, &generator) else { return }
            try store.refunds.reverse(entry.id)
        case 9:
            guard let subscription = try store.subscriptions.all().first else { return }
            let renews = Bool.random(using: &generator)
            try store.subscriptions.setAutoRenew(renews, of: subscription.id)
        case 10:
            let fails = Bool.random(using: &generator)
            let hasGrace = Bool.random(using: &generator)
            try store.updateSettings {
                $0.failsRenewals = fails
                $0.allowsGracePeriod = hasGrace
            }
        default:
            guard let entry = try store.entries().last(where: \.hasIssue) else { return }
            _ = try store.resolveIssue(entry.id)
        }
    }

    private static func entry(
        of store: Store,
        _ generator: inout some RandomNumberGenerator
    ) throws -> LedgerEntry? {
        try store.entries().filter { $0.state == .purchased }.randomElement(using: &generator)
    }

    /// Some of the transactions as a device has them now.
    private static func uploads(
        of store: Store,
        _ generator: inout some RandomNumberGenerator
    ) throws -> [SignedDocument] {
        var documents: [SignedDocument] = []
        if Bool.random(using: &generator), let receipt = try store.receipt() {
            documents.append(.receipt(receipt.base64Encoded))
        }
        for entry in try store.entries()
        where entry.state == .purchased && Bool.random(using: &generator) {
            let signed = try store.signedTransaction(of: entry)
            documents.append(.transaction(signed.compactSerialization))
        }
        return documents
    }
}

extension UUID {
    /// A random UUID by a generator.
    init(using generator: inout some RandomNumberGenerator) {
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        self = NSUUID(uuidBytes: bytes) as UUID
    }
}
