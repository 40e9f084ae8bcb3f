import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit

/// A year of a monthly subscription, in which time moves only when it is told to.
@MainActor
final class SubscriptionYear {
    private let session: SKTestSession
    private let app = GazetteReader()
    private var observations: [SubscriptionTimeline.Observation] = []

    init() throws {
        session = try SKTestSession(
            contentsOf: try GuidedDemo.configurationFile(),
            startingAt: try Self.date("2026-01-05")
        )
        session.disableDialogs = true
        session.billingGracePeriodIsEnabled = true
        session.receiptBundleIdentifier = OwnedProducts.app
    }

    func run() async throws {
        Terminal.heading("A year of news, in a moment")
        app.launch()
        Terminal.say(.customer, "taps The Teacup Gazette, by the month")
        await PurchaseManager.purchase(Item.gazette.rawValue)
        Terminal.say(.narrator, "A year passes; time moves only when the demo moves it.")
        try await observe("bought, with a free week")
        try await session.advance(pastRenewals: 1, of: Item.gazette.rawValue)
        try await observe("the first paid month")
        await session.advance(to: try Self.date("2026-05-12"))
        try await failAndRecover()
        await session.advance(to: try Self.date("2026-11-12"))
        try await observe("renewed, as every month")
        await session.advance(to: try Self.date("2026-11-24"))
        try session.refundLatest(.gazette)
        try await observe("the month is refunded")
        await session.advance(to: try Self.date("2026-12-31"))
        try await observe("the year is over")
        show()
    }

    private func failAndRecover() async throws {
        session.shouldEnterBillingRetryOnRenewal = true
        try await session.advance(pastRenewals: 1, of: Item.gazette.rawValue)
        try await observe("the card is declined")
        session.shouldEnterBillingRetryOnRenewal = false
        await session.advance(to: try Self.date("2026-06-24"))
        for transaction in session.allTransactions() where transaction.hasPurchaseIssue {
            try session.resolveIssueForTransaction(identifier: transaction.identifier)
        }
        try await observe("a new card pays")
    }

    /// Notes the state in the App Store, and the app's observation of it.
    private func observe(_ event: String) async throws {
        let access = try await app.access()
        observations.append(
            .init(
                date: session.currentDate,
                event: event,
                periods: session.allTransactions().compactMap { .init($0, trials: access.trials) },
                isEntitled: access.isEntitled,
                answer: access.words
            )
        )
    }

    private func show() {
        let timeline = SubscriptionTimeline(observations)
        for part in [timeline.chart, timeline.legend, timeline.table] {
            Terminal.write("\n" + part.map { "  " + $0 }.joined(separator: "\n"))
        }
        Terminal.write("")
        let deliveries = "\(app.renewalCount) renewals and \(app.refundCount) refund"
        Terminal.say(.app, "\(deliveries) arrived by themselves.")
    }

    /// Nine in the morning on a day, at UTC.
    private static func date(_ day: String) throws -> Date {
        try Date("\(day)T09:00:00Z", strategy: .iso8601)
    }
}

/// The app's part of a subscription: deliveries without a tap, and whether the customer may read.
@MainActor
final class GazetteReader {
    private(set) var renewalCount = 0
    private(set) var refundCount = 0

    /// Every app's work at launch: renewals and refunds are delivered here.
    func launch() {
        SwiftyStoreKit.completeTransactions(atomically: false) { [self] purchases in
            for purchase in purchases where purchase.transaction.transactionState == .purchased {
                renewalCount += 1
                SwiftyStoreKit.finishTransaction(purchase.transaction)
            }
        }
        SwiftyStoreKit.onEntitlementRevocation { [self] _ in refundCount += 1 }
    }

    /// Verifies the receipt, and finds out whether the customer may read.
    func access() async throws -> Access {
        let receipt = try await SwiftyStoreKit.verifyReceipt(using: AppleReceiptValidator())
        // A status includes a grace period; `verifySubscription` only compares the paid period.
        return Access(SwiftyStoreKit.productStatuses(inReceipt: receipt)[Item.gazette.rawValue])
    }

    /// The access that the receipt gives.
    struct Access {
        let isEntitled: Bool
        let words: String
        /// The identifiers of the transactions that were free.
        let trials: Set<String>

        init(_ status: ProductStatus?) {
            isEntitled = status?.isEntitled == true
            trials = Set((status?.items ?? []).filter(\.isTrialPeriod).map(\.transactionId))
            switch status?.state {
            case .active(let end): words = "entitled until \(MonthAxis.day(end))"
            case .inGracePeriod(let end):
                words = "entitled until \(MonthAxis.day(end)), grace period"
            default: words = "not entitled"
            }
        }
    }
}

extension SubscriptionTimeline.Period {
    /// A transaction of the session, as it is now; nil if it is not for a paid or free period.
    init?(_ transaction: SKTestTransaction, trials: Set<String>) {
        guard transaction.state == .purchased, let end = transaction.expirationDate else {
            return nil
        }
        self.init(
            identifier: transaction.identifier,
            start: transaction.purchaseDate,
            end: end,
            isTrial: trials.contains(String(transaction.identifier)),
            refundDate: transaction.cancelDate,
            hasIssue: transaction.hasPurchaseIssue
        )
    }
}
