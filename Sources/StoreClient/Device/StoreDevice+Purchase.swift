import Dispatch
import Foundation
package import LocalAppStore

extension StoreDevice {
    /// The outcome of a purchase, which each of Apple's APIs words in its own way.
    package enum PurchaseOutcome: Sendable {
        /// The store has recorded the purchase, or the customer has the product already.
        case recorded(LedgerEntry)
        /// The storefront changed, and the app does not continue.
        case storefrontChanged
        /// The fault plan made the purchase fail before it reached the store.
        case planned(FaultPlan.Failure)
        /// The payment is invalid, or the ledger cannot be used; nothing was charged.
        case failed(any Error)
        /// The app was killed, or another store came into use.
        case withdrawn(StoreScopeError)
    }

    package typealias PurchaseCompletion = @Sendable (PurchaseOutcome) -> Void

    /// Makes a purchase, on the queue of payments.
    ///
    /// While a purchase waits for the store's clock, later ones overtake it.
    ///
    /// - Parameters:
    ///   - store: The store that was in use when the purchase began.
    ///   - launch: The number of the app's launch in which it began.
    ///   - storefront: The storefront in which the app offered the product; `nil` for any.
    ///   - shouldContinue: Decides, on the main queue, whether the app continues in another one.
    ///   - request: Makes the payment.
    ///   - completion: Called once with the outcome, on any thread.
    package func purchase(
        in store: Store,
        launch: Int,
        storefront: String?,
        shouldContinue: @Sendable (StoreSettings) -> Bool,
        request: (Store) throws -> PaymentRequest,
        completion: @escaping PurchaseCompletion
    ) {
        do {
            if let withdrawal = withdrawal(from: store, launch: launch) {
                return completion(.withdrawn(withdrawal))
            }
            let settings = try store.settings
            if let storefront, settings.storefront != storefront {
                let continues = DispatchQueue.main.sync {
                    (scope ?? .ended).run { shouldContinue(settings) }
                }
                guard continues else { return completion(.storefrontChanged) }
            }
            let request = try request(store)
            meetPaymentFault(
                Purchase(request: request, store: store, launch: launch, completion: completion)
            )
        } catch {
            completion(.failed(error))
        }
    }

    private func withdrawal(from store: Store, launch: Int) -> StoreScopeError? {
        guard launchNumber == launch else { return .killed }
        return isInUse(store) ? nil : .anotherStore
    }
}

/// A payment on its way to a store.
private struct Purchase: Sendable {
    let request: PaymentRequest
    let store: Store
    let launch: Int
    let completion: StoreDevice.PurchaseCompletion

    func failure(at point: FaultPlan.Point) -> FaultPlan.Failure? {
        store.faults.failure(at: point, of: request.productID)
    }

    func crash() {
        store.faults.crash()
        completion(.withdrawn(.killed))
    }
}

// The way to the store; everything here runs on `payments`.
extension StoreDevice {
    private func meetPaymentFault(_ purchase: Purchase) {
        switch purchase.failure(at: .payment) {
        case nil: meetConfirmationFault(purchase)
        case .slow(let seconds): wait(seconds, purchase) { self.meetConfirmationFault(purchase) }
        case .timeout(let seconds):
            wait(seconds, purchase) { purchase.completion(.planned(.timeout(seconds: seconds))) }
        case .crash: purchase.crash()
        case .some(let failure): purchase.completion(.planned(failure))
        }
    }

    private func meetConfirmationFault(_ purchase: Purchase) {
        switch purchase.failure(at: .confirmation) {
        case .customerCancels:
            purchase.store.faults.cancelPayment(purchase.request.token)
            charge(purchase)
        case .slow(let seconds): wait(seconds, purchase) { self.charge(purchase) }
        case .crash: purchase.crash()
        default: charge(purchase)
        }
    }

    /// Goes on with a purchase some seconds later, if the app is still there and so is the store.
    private func wait(
        _ seconds: TimeInterval,
        _ purchase: Purchase,
        _ body: @escaping @Sendable () -> Void
    ) {
        after(seconds, of: purchase.store) { [scope] in
            // Taking a store out of use must not wait for payments to another.
            if self.withdraws(purchase) { return }
            // An advance of the clock returns only after the payment.
            self.payments.sync { (scope ?? .ended).run(body) }
        }
    }

    /// Whether a purchase ends because the app was killed or its store is out of use.
    private func withdraws(_ purchase: Purchase) -> Bool {
        let withdrawal = withdrawal(from: purchase.store, launch: purchase.launch)
        if let withdrawal { purchase.completion(.withdrawn(withdrawal)) }
        return withdrawal != nil
    }

    private func charge(_ purchase: Purchase) {
        if withdraws(purchase) { return }
        let (store, token) = (purchase.store, purchase.request.token)
        // Even before the first iteration: it begins without the app's own purchases.
        let updates = scope?.updates
        updates?.beginPurchase(token, in: store)
        let outcome: PurchaseOutcome
        var bought: LedgerEntry?
        do {
            let entry = try entry(for: purchase.request, in: store)
            outcome = .recorded(entry)
            if entry.state == .purchased, entry.paymentToken == token { bought = entry }
            if let bought, purchase.request.api == .storeKit2 {
                scope?.noteOwnPurchase(bought, in: store)
            }
        } catch {
            outcome = .failed(error)
        }
        updates?.endPurchase(token, in: store, isReturned: bought != nil)
        let isKilled = launchNumber != purchase.launch
        purchase.completion(isKilled ? .withdrawn(.killed) : outcome)
    }

    private func entry(for request: PaymentRequest, in store: Store) throws -> LedgerEntry {
        if request.api == .storeKit2,
            let old = try scope?.expiredTransaction(of: request.productID, in: store)
        {
            return old
        }
        return try store.pay(request)
    }
}
