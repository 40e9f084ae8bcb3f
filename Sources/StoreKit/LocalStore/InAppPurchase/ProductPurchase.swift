import AppReceipt
import Foundation
import LocalAppStore

/// One purchase by StoreKit 2, from its options to the verified transaction.
struct ProductPurchase: Sendable {
    private let productID: String
    private let storefront: String
    // Options own values and closures of a client, and pass the queue of payments.
    private let options: MainQueueReference<Options>
    private let scope: StoreScope

    private final class Options: Sendable {
        let values: [Product.PurchaseOption.Value]

        init(_ values: [Product.PurchaseOption.Value]) {
            self.values = values
        }

        func shouldContinue(in storefront: Storefront) -> Bool {
            values.allSatisfy { option in
                guard case .storefrontChange(let decision) = option else { return true }
                return decision.shouldContinue(storefront)
            }
        }
    }

    init(of product: Product, options: Set<Product.PurchaseOption>, in scope: StoreScope) {
        productID = product.id
        storefront = product.storefront
        self.options = MainQueueReference(Options(options.map(\.value)))
        self.scope = scope
    }

    /// Makes the purchase.
    ///
    /// - Throws: `Product.PurchaseError`, `StoreKitError`, or the simulated error of a test
    ///   session.
    func result() async throws -> Product.PurchaseResult {
        let launch = scope.device.launchNumber
        do {
            try scope.throwSimulatedError(of: .purchase)
            let store = try await scope.withStore { $0 }
            return try await result(of: await outcome(in: store, launch: launch), in: store)
        } catch StoreKitError.userCancelled {
            return .userCancelled
        }
    }

    private func outcome(in store: Store, launch: Int) async -> StoreDevice.PurchaseOutcome {
        let device = scope.device
        return await withCheckedContinuation { continuation in
            device.onPayments { [productID, storefront, options] in
                device.purchase(
                    in: store,
                    launch: launch,
                    storefront: storefront,
                    shouldContinue: {
                        options.object.shouldContinue(in: Storefront($0.storefrontCountry))
                    },
                    request: {
                        try PaymentRequestBuilder(productID, options.object.values, in: $0)
                            .paymentRequest()
                    },
                    completion: { continuation.resume(returning: $0) }
                )
            }
        }
    }

    private func result(
        of outcome: StoreDevice.PurchaseOutcome,
        in store: Store
    ) async throws -> Product.PurchaseResult {
        switch outcome {
        case .recorded(let entry): return try await result(of: entry, in: store)
        case .storefrontChanged: return .userCancelled
        case .planned(let failure): throw failure.storeKitError
        case .withdrawn(let reason): throw StoreKitError.systemError(reason)
        case .failed(let error as Product.PurchaseError): throw error
        case .failed(let error): throw StoreKitError(ofStore: error)
        }
    }

    private func result(
        of entry: LedgerEntry,
        in store: Store
    ) async throws -> Product.PurchaseResult {
        if entry.hasIssue, store.faults.systemHabits?.failsInterrupted == true {
            throw StoreKitError.unknown
        }
        guard entry.state != .deferred, !entry.hasIssue else { return .pending }
        guard let failure = entry.failure else {
            return .success(try await verified(entry, in: store))
        }
        let product = store.catalog.product(withIdentifier: productID)
        throw Product.PurchaseError.error(for: failure, of: product)
    }

    private func verified(
        _ entry: LedgerEntry,
        in store: Store
    ) async throws -> VerificationResult<Transaction> {
        let documents = scope.documents
        do {
            // Even if the store is out of use by now: the customer was charged.
            let signed = try await scope.inBackground {
                try documents.transactions(of: [entry], in: store).first
            }
            guard let signed else { throw StoreKitError.unknown }
            return scope.simulating(VerificationResult(signed))
        } catch {
            // The app gets it by `unfinished`.
            throw StoreKitError.systemError(UndeliveredPurchase(cause: error))
        }
    }
}

extension FailureCode {
    fileprivate init(_ code: SKError.Code) {
        self.init(rawValue: code.rawValue)
    }
}

extension Product.PurchaseError {
    fileprivate static func error(
        for failure: LedgerEntry.Failure,
        of product: CatalogProduct?
    ) -> any Error {
        switch failure.underlying {
        case .multiSeatPurchaseDisabled: multiSeatPurchaseDisabled
        case .seatReductionNotAllowed: seatReductionNotAllowed
        case .interrupted, .alreadySubscribed, nil: error(for: failure.code, of: product)
        }
    }

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
