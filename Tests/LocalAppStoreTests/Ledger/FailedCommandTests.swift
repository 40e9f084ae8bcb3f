import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Commands that fail because of the disk")
struct FailedCommandTests {
    @Test(
        "Nothing of a command that fails remains, now or at the next launch",
        arguments: FailingCommand.all
    )
    func nothingRemains(command: FailingCommand) throws {
        let folder = try TemporaryFolder()
        let clock = StoreClock.manual(startingAt: .start)
        let catalog = Catalog.offers(key: nil, hosting: .level)
        let store = try Store.make(catalog, at: .file(folder.file()), clock: clock)
        try command.prepare(store)
        let before = try LedgerContents(store)

        try FailingLog.failSyncs(1, of: store)
        #expect(throws: StoreError.self) { try command.run(store) }
        #expect(try LedgerContents(store) == before)
        #expect(try LedgerContents(folder.nextLaunch(of: catalog, clock: clock)) == before)

        try command.run(store)
        let after = try LedgerContents(store)
        #expect(after != before)
        #expect(try LedgerContents(folder.nextLaunch(of: catalog, clock: clock)) == after)
    }
}

/// Something that a store is asked to do, and what has to be there for it.
struct FailingCommand: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let prepare: @Sendable (Store) throws -> Void
    let run: @Sendable (Store) throws -> Void

    private init(
        _ name: String,
        after prepare: @escaping @Sendable (Store) throws -> Void = { _ in },
        _ run: @escaping @Sendable (Store) throws -> Void
    ) {
        (testDescription, self.prepare, self.run) = (name, prepare, run)
    }

    static let all =
        purchases + refunds + subscriptions + extensions + offers + families
        + [download]

    private static let purchases = [
        Self("payment") { try $0.pay("coins") },
        Self("finish", after: { try $0.pay("coins") }) { try $0.finish([1]) },
        Self("restore", after: { try $0.pay("level") }) { try $0.restore() },
        Self("refund", after: { try $0.pay("level") }) {
            try $0.refunds.refund(1, reason: .developerIssue)
        },
        Self("delete", after: { try $0.pay("level") }) { try $0.delete(1) },
        Self("clear", after: { try $0.pay("level") }) { try $0.clear() },
        Self("approval", after: { try $0.ask() }) { try $0.approve(1) },
        Self("refusal", after: { try $0.ask() }) { try $0.decline(1) },
        Self("resolution", after: { try $0.interrupt() }) { try $0.resolveIssue(1) },
    ]

    private static let refunds = [
        Self("refund request", after: { try $0.pay("coins") }) {
            try $0.refunds.request(1, reason: .legal)
        },
        Self("approved refund", after: { try $0.askForRefund() }) {
            try $0.refunds.decide(of: 1, .approved)
        },
        Self("declined refund", after: { try $0.askForRefund() }) {
            try $0.refunds.decide(of: 1, .declined)
        },
        Self("reversed refund", after: { try $0.refunds.refund($0.pay("yearly").id) }) {
            try $0.refunds.reverse(1)
        },
        Self("account token", after: { try $0.pay("coins") }) {
            try $0.setAppAccountToken(UUID(), of: 1)
        },
    ]

    private static let extensions = [
        Self("extension", after: { try $0.pay("yearly") }) {
            try $0.subscriptions.extendRenewalDate(
                of: 1,
                byDays: 3,
                reason: .other,
                requestIdentifier: "a"
            )
        },
        Self("mass extension request") { try $0.requestExtensions() },
        Self(
            "mass extension",
            after: {
                try $0.pay("yearly"); try $0.requestExtensions()
            }
        ) {
            try $0.subscriptions.performMassExtensions()
        },
    ]

    private static let subscriptions = [
        Self("subscription") { try $0.pay("yearly") },
        Self("upgrade", after: { try $0.pay("monthly") }) { try $0.pay("yearly") },
        Self("downgrade", after: { try $0.pay("yearly") }) { try $0.pay("monthly") },
        Self("auto-renew", after: { try $0.pay("yearly") }) {
            try $0.subscriptions.setAutoRenew(false, of: 1)
        },
        Self("renewal", after: { try $0.pay("yearly") }) {
            try $0.subscriptions.forceRenewal(ofProduct: "yearly")
        },
        Self("expiry", after: { try $0.pay("yearly") }) {
            try $0.subscriptions.forceExpiry(ofProduct: "yearly")
        },
        Self("recovery", after: { try $0.failRenewal() }) { try $0.resolveIssue(1) },
        Self("price increase", after: { try $0.pay("yearly") }) {
            try $0.subscriptions.requestPriceIncreaseConsent(of: 1)
        },
        Self("consent", after: { try $0.raisePrice() }) {
            try $0.subscriptions.consentToPriceIncrease(of: 1)
        },
        Self("no consent", after: { try $0.raisePrice() }) {
            try $0.subscriptions.declinePriceIncrease(of: 1)
        },
    ]

    private static let offers = [
        Self("promotional offer", after: { try $0.end() }) {
            try $0.pay(PaymentRequest(productID: "yearly", discount: .make("half")))
        },
        Self("offer code") {
            try $0.redeemOfferCode(referenceName: "spring", productID: "yearly")
        },
        Self("win-back offer", after: { try $0.end() }) {
            try $0.acceptWinBackOffer(id: "back", productID: "yearly")
        },
    ]

    private static let families = [
        Self("customer") { try $0.customers.add(named: "ben") },
        Self("joining", after: { _ = try $0.ben() }) {
            try $0.ben().family.join(organizedBy: 1)
        },
        Self("leaving", after: { try $0.makeFamily() }) { try $0.ben().family.leave() },
        Self("sharing", after: { try $0.makeFamily() }) {
            try $0.family.setSharesPurchases(false)
        },
        Self("asking", after: { try $0.makeFamily() }) {
            try $0.ben().family.setAsksToBuy(true)
        },
    ]

    private static let download = Self("download", after: { try $0.pay("level") }) {
        try $0.downloads.perform(.start, on: [.init(entryID: 1, contentIdentifier: "level")])
    }
}

/// The records of all customers of a ledger.
private struct LedgerContents: Equatable {
    private let customers: [Customer]
    private let entries: [[LedgerEntry]]
    private let subscriptions: [[CustomerSubscription]]
    private let receipts: [ReceiptIssuance?]
    private let downloads: [ContentDownload.State]
    private let refundRequests: [RefundRequest]
    private let renewalExtensions: [RenewalExtension]
    private let massExtensions: [MassExtension]

    init(_ store: Store) throws {
        customers = try store.customers.all()
        let stores = try customers.map { try store.customers.acting(for: $0.id) }
        entries = try stores.map { try $0.entries() }
        subscriptions = try stores.map { try $0.subscriptions.all() }
        // The revision of a receipt is not compared: a failed change may have used one.
        receipts = try stores.map { store in
            try store.read { try $0.receiptIssuance() }
                .map { ReceiptIssuance(revision: 0, date: $0.date) }
        }
        downloads = try store.downloads.all(ofEntry: 1).map(\.state)
        refundRequests = try store.refunds.requests()
        renewalExtensions = try store.subscriptions.renewalExtensions()
        massExtensions = try store.subscriptions.massExtensions()
    }
}

extension Store {
    fileprivate func askForRefund() throws {
        try refunds.request(pay("coins").id, reason: .other)
    }

    fileprivate func requestExtensions() throws {
        try subscriptions.requestMassExtension(
            ofProduct: "yearly",
            byDays: 3,
            reason: .other,
            requestIdentifier: "a"
        )
    }

    fileprivate func ask() throws {
        try updateSettings { $0.isAskToBuyEnabled = true }
        try pay("coins")
    }

    fileprivate func interrupt() throws {
        try updateSettings { $0.interruptsPurchases = true }
        try pay("coins")
    }

    fileprivate func failRenewal() throws {
        try pay("yearly")
        try updateSettings { $0.failsRenewals = true }
        clock.advance(by: .days(367))
    }

    fileprivate func raisePrice() throws {
        try subscriptions.requestPriceIncreaseConsent(of: pay("yearly").id)
    }

    fileprivate func end() throws {
        try pay("yearly")
        try subscriptions.forceExpiry(ofProduct: "yearly")
    }

    fileprivate func ben() throws -> Store { try customers.acting(addingIfNeeded: "ben") }

    fileprivate func makeFamily() throws {
        try ben().family.join(organizedBy: customerID)
    }
}
