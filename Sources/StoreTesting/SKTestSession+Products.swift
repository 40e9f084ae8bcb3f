// Apple's session has no store that these members could access.
#if !canImport(Darwin)
public import Foundation
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// Changes the price of a product, as a developer does in App Store Connect.
    ///
    /// It applies to products requested from now on, to purchases and to renewals.
    /// `resetToDefaultState()` restores the file's price. Offers keep their prices.
    ///
    /// - Parameters:
    ///   - price: The price in the currency of the storefront, rounded to thousandths.
    ///   - productIdentifier: The product.
    ///   - billingPlan: The plan with this price. A commitment keeps its price until its end.
    ///   - requestsConsent: Whether all subscribers who would pay the price at their next renewal
    ///     have to consent to it first, as with
    ///     `requestPriceIncreaseConsentForTransaction(identifier:)`.
    /// - Throws: An error if the product is unknown or does not have the plan, or if the price is
    ///   negative or not a number.
    public func setPrice(
        _ price: Decimal,
        of productIdentifier: String,
        billingPlan: Subscription.BillingPlan = .upFront,
        requestingConsent requestsConsent: Bool = false
    ) throws {
        guard !price.isNaN, price >= 0 else { throw SessionError("\(price) is not a price.") }
        // A literal such as 5.99 is converted by way of a binary number, which is another one.
        var (exact, rounded) = (price, Decimal())
        NSDecimalRound(&rounded, &exact, 3, .plain)
        let plan: BillingPlan = billingPlan == .upFront ? .upFront : .monthly
        try suggestingProduct {
            try $0.setPrice(rounded, ofProduct: productIdentifier, billingPlan: plan)
        }
        if requestsConsent { try requestConsent(toPriceOf: productIdentifier, plan) }
    }

    private func requestConsent(
        toPriceOf productIdentifier: String,
        _ plan: BillingPlan
    ) throws {
        for customer in try store.customers.all() {
            let store = try store.customers.acting(for: customer.id)
            for subscription in try store.subscriptions.all()
            where subscription.nextEventDate != nil
                && subscription.renewalProductID == productIdentifier
                && subscription.renewalPlan == plan
            {
                try store.subscriptions.requestPriceIncreaseConsent(of: subscription.entryID)
            }
        }
    }
}

// Downloads of hosted content.
extension SKTestSession {
    /// The speed of downloads that are started or resumed from now on; the default is the hosted
    /// content's setting, or one million bytes a second.
    ///
    /// A number below 1 counts as 1.
    public var downloadBytesPerSecond: Int {
        get { Int(clamping: downloadSettings.bytesPerSecond) }
        set { updateDownloads { $0.bytesPerSecond = Int64(clamping: newValue) } }
    }

    /// The failure of all running downloads and of those that are started; `nil`, the default, for
    /// the outcomes in the hosted content's file.
    public var downloadFailure: DownloadFailure? {
        get { downloadSettings.plannedFailure.flatMap { .init(rawValue: $0.reason.rawValue) } }
        set {
            let failure = newValue.flatMap { failure in
                LocalAppStore.DownloadFailure.Reason(rawValue: failure.rawValue)
            }
            updateDownloads { $0.plannedFailure = failure.map { PlannedDownloadFailure($0) } }
        }
    }

    // The settings of a store in memory can always be read; a new store's are a fallback.
    private var downloadSettings: DownloadSettings {
        reporting { try $0.downloads.settings } ?? store.catalog.downloadSettings
    }

    /// Changes the settings, and brings the downloads that are under way to the present.
    private func updateDownloads(_ body: (inout DownloadSettings) -> Void) {
        reporting {
            try $0.downloads.updateSettings(body)
            try $0.downloads.update()
        }
    }
}
#endif
