import AppReceipt
import Foundation
import LocalAppStore

/// One purchase by StoreKit 2, from its options to the verified transaction.
struct ProductPurchase: Sendable {
    private let productID: String
    private let storefront: String
    private let options: [Product.PurchaseOption.Value]
    private let scope: StoreScope

    init(of product: Product, options: Set<Product.PurchaseOption>, in scope: StoreScope) {
        productID = product.id
        storefront = product.storefront
        self.options = options.map(\.value)
        self.scope = scope
    }

    /// Makes the purchase.
    ///
    /// - Throws: `Product.PurchaseError`, `StoreKitError`, or the simulated error of a test
    ///   session.
    func result() async throws -> Product.PurchaseResult {
        do {
            try scope.throwSimulatedError(of: .purchase)
            let store = try await scope.withStore { $0 }
            guard try await continues(in: store) else { return .userCancelled }
            let terms = try PurchaseRequestBuilder(productID, options, in: store).terms()
            return try await pay(terms, to: store)
        } catch StoreKitError.userCancelled {
            return .userCancelled
        } catch let error as StoreError {
            throw StoreKitError(ofStore: error)
        }
    }

    /// Meets the faults of payments and confirmations, and brings the payment to the store.
    private func pay(
        _ terms: PurchaseRequestBuilder.Terms,
        to store: Store
    ) async throws -> Product.PurchaseResult {
        let launch = scope.queue.local.launchNumber
        let payment = store.faults.failure(at: .payment, of: productID)
        try await store.meetFault(payment, in: scope)
        let confirmation = store.faults.failure(at: .confirmation, of: productID)
        if confirmation == .customerCancels { return .userCancelled }
        try await store.meetFault(confirmation, in: scope)
        let result = try await charge(terms, in: store)
        guard scope.queue.local.launchNumber == launch else {
            throw StoreKitError.systemError(StoreScopeError.killed)
        }
        return result
    }

    /// Charges the customer, after the payments that were added before by either API.
    private func charge(
        _ terms: PurchaseRequestBuilder.Terms,
        in store: Store
    ) async throws -> Product.PurchaseResult {
        let result = try await scope.onPayments { try purchase(terms, in: store) }
        switch result {
        case .transaction(let entry): return .success(try await verified(entry, in: store))
        case .pending: return .pending
        case .interrupted:
            if store.faults.systemHabits?.failsInterrupted == true { throw StoreKitError.unknown }
            return .pending
        case .cancelled: return .userCancelled
        case .refused(let failure):
            let product = store.catalog.product(withIdentifier: productID)
            throw Product.PurchaseError.error(for: failure.code, of: product)
        }
    }

    private func purchase(
        _ terms: PurchaseRequestBuilder.Terms,
        in store: Store
    ) throws -> ProductPurchaseResult {
        guard scope.connection.openedStore === store else {
            throw StoreKitError.systemError(StoreScopeError.anotherStore)
        }
        let token = terms.request.token
        scope.updates.beginPurchase(token, in: store)
        var bought: LedgerEntry?
        defer { scope.updates.endPurchase(token, in: store, returning: bought) }
        do {
            if let old = try scope.expiredTransaction(of: productID, in: store) {
                return .transaction(old)
            }
            let result = try store.purchase(terms.request, inThePast: terms.past)
            if case .transaction(let entry) = result, entry.paymentToken == token {
                bought = entry
                scope.noteOwnPurchase(entry, in: store)
            }
            return result
        } catch {
            throw StoreKitError(ofStore: error)
        }
    }

    private func verified(
        _ entry: LedgerEntry,
        in store: Store
    ) async throws -> VerificationResult<Transaction> {
        let documents = scope.documents
        let transaction = try await scope.withStore { _ in
            do {
                return try documents.transactions(of: [entry], in: store).first
            } catch {
                // The app gets it by `unfinished`.
                throw UndeliveredPurchase(cause: error)
            }
        }
        guard let transaction else { throw StoreKitError.unknown }
        return scope.simulating(transaction)
    }

    /// Whether the storefront is the one of the product, or the app continues nevertheless.
    private func continues(in store: Store) async throws -> Bool {
        let decisions = options.compactMap { option in
            if case .storefrontChange(let decision) = option { decision } else { nil }
        }
        guard !decisions.isEmpty else { return true }
        let settings = try await scope.withStore { try $0.settings }
        guard settings.storefront != storefront else { return true }
        let present = Storefront(settings)
        return decisions.allSatisfy { $0.shouldContinue(present) }
    }
}

extension FailureCode {
    fileprivate init(_ code: SKError.Code) {
        self.init(rawValue: code.rawValue)
    }
}

extension Product.PurchaseError {
    /// The error for a code of the store; those that a purchase cannot have are unknown.
    static func error(for code: FailureCode, of product: CatalogProduct?) -> any Error {
        switch code {
        case .paymentNotAllowed: purchaseNotAllowed
        case .paymentInvalid: product == nil ? productUnavailable : invalidQuantity
        case FailureCode(.storeProductNotAvailable): productUnavailable
        case .invalidOfferIdentifier: invalidOfferIdentifier
        case .invalidSignature: invalidOfferSignature
        case .missingOfferParameters: missingOfferParameters
        case .invalidOfferPrice: invalidOfferPrice
        case .ineligibleForOffer: ineligibleForOffer
        case .paymentCancelled: StoreKitError.userCancelled
        case FailureCode(.cloudServiceNetworkConnectionFailed):
            StoreKitError.networkError(URLError(.notConnectedToInternet))
        default: StoreKitError.unknown
        }
    }
}
