import Foundation
import StoreKit
import Testing

@Suite("Errors of StoreKit 2 as NSError")
struct ErrorBridgingTests {
    @Test("An error of a purchase casts to NSError and back", arguments: 0..<11)
    func purchaseErrors(index: Int) throws {
        let errors: [Product.PurchaseError] = [
            .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer,
            .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature,
            .missingOfferParameters, .paymentMethodBindingConfigurationRequired,
            .multiSeatPurchaseDisabled, .seatReductionNotAllowed,
        ]
        try Self.check(errors[index], domain: "StoreKit.Product.PurchaseError", code: index)
    }

    @Test("An error of a verification casts to NSError and back", arguments: 0..<6)
    func verificationErrors(index: Int) throws {
        let errors: [VerificationResult<Transaction>.VerificationError] = [
            .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification,
            .invalidEncoding, .invalidSignature, .missingRequiredProperties,
        ]
        let domain = "StoreKit.VerificationResult<StoreKit.Transaction>.VerificationError"
        try Self.check(errors[index], domain: domain, code: index)
    }

    @Test("An error of one value's verification is not that of another's")
    func verificationOfAnotherValue() {
        typealias Other = VerificationResult<AppTransaction>.VerificationError
        let error = VerificationResult<Transaction>.VerificationError.invalidSignature
        #expect(((error as any Error) as NSError) as? Other == nil)
    }

    @Test("An error of a refund request casts to NSError and back", arguments: 0..<3)
    func refundErrors(index: Int) throws {
        let errors: [Transaction.RefundRequestError] = [.duplicateRequest, .failed, .ineligible]
        let domain = "StoreKit.Transaction.RefundRequestError"
        try Self.check(errors[index], domain: domain, code: index)
    }

    @Test("An error of a payment method casts to NSError and back", arguments: 0..<3)
    func bindingErrors(index: Int) throws {
        let errors: [PaymentMethodBinding.PaymentMethodBindingError] = [
            .notEligible, .invalidPinningID, .failed,
        ]
        let domain = "StoreKit.PaymentMethodBinding.PaymentMethodBindingError"
        try Self.check(errors[index], domain: domain, code: index)
    }

    @Test("An error of StoreKit casts to NSError and back", arguments: 0..<8)
    func storeKitErrors(index: Int) throws {
        let error = Self.storeKitErrors[index]
        let bridged = try Self.bridged(error)
        #expect(bridged.domain == "StoreKit.StoreKitError")
        #expect(bridged.code == index)
        Self.checkTexts(of: error, in: bridged)
        let back = try #require(bridged as? StoreKitError)
        #expect(String(reflecting: back) == String(reflecting: error))
        #expect(Self.caughtAsStoreKitError(bridged)?.errorCode == index)
    }

    private static let storeKitErrors: [StoreKitError] = [
        .unknown, .userCancelled, .networkError(URLError(.timedOut)),
        .systemError(Product.PurchaseError.invalidQuantity), .notAvailableInStorefront,
        .notEntitled, .unsupported, .invalidPresentationContext,
    ]

    @Test("The cause of an error comes back with it")
    func causes() throws {
        let network = try Self.bridged(
            StoreKitError.networkError(URLError(.notConnectedToInternet))
        )
        #expect(network.userInfo[NSUnderlyingErrorKey] as? URLError != nil)
        guard case .networkError(let cause)? = network as? StoreKitError else {
            Issue.record("no error of the network")
            return
        }
        #expect(cause.code == .notConnectedToInternet)
        let system = try Self.bridged(
            StoreKitError.systemError(Product.PurchaseError.invalidQuantity)
        )
        guard case .systemError(let cause)? = system as? StoreKitError else {
            Issue.record("no error of the system")
            return
        }
        #expect(cause as? Product.PurchaseError == .invalidQuantity)
    }

    @Test("An error without a cause has none in the user info")
    func noCause() throws {
        let bridged = try Self.bridged(StoreKitError.userCancelled)
        #expect(bridged.userInfo[NSUnderlyingErrorKey] == nil)
        #expect(bridged.userInfo[NSLocalizedRecoverySuggestionErrorKey] == nil)
    }

    @Test("An error of the network or the system without its cause is none of StoreKit's")
    func missingCauses() {
        for code in [2, 3, 8, -1] {
            let error = NSError(domain: "StoreKit.StoreKitError", code: code)
            #expect(error as? StoreKitError == nil)
        }
        let unfit = NSError(
            domain: "StoreKit.StoreKitError",
            code: 2,
            userInfo: [NSUnderlyingErrorKey: Product.PurchaseError.invalidQuantity]
        )
        #expect(unfit as? StoreKitError == nil)
    }

    @Test("An invalid request keeps its code and its message")
    func invalidRequest() throws {
        let error = InvalidRequestError(code: 4_000_020, message: "No such SKU")
        let bridged = try Self.bridged(error)
        #expect(bridged.domain == "StoreKit.InvalidRequestError")
        #expect(bridged.code == 4_000_020)
        Self.checkTexts(of: error, in: bridged)
        let back = try #require(bridged as? InvalidRequestError)
        #expect(back.code == 4_000_020)
        #expect(back.message == "No such SKU")
    }

    @Test("An NSError of another domain or with an unknown code is not converted")
    func foreignErrors() {
        #expect(NSError(domain: "Other", code: 0) as? StoreKitError == nil)
        #expect(NSError(domain: "Other", code: 0) as? Product.PurchaseError == nil)
        let domain = "StoreKit.Product.PurchaseError"
        #expect(NSError(domain: domain, code: 11) as? Product.PurchaseError == nil)
        #expect(NSError(domain: domain, code: -1) as? Product.PurchaseError == nil)
    }

    @Test("A bridge from nothing gives an unspecified error")
    func unspecified() {
        #expect(StoreKitError._unconditionallyBridgeFromObjectiveC(nil).errorCode == 0)
        let foreign = NSError(domain: "Other", code: 5)
        #expect(
            Product.PurchaseError._unconditionallyBridgeFromObjectiveC(foreign)
                == .productUnavailable
        )
        let own = Product.PurchaseError.invalidOfferPrice._bridgeToObjectiveC()
        #expect(
            Product.PurchaseError._unconditionallyBridgeFromObjectiveC(own) == .invalidOfferPrice
        )
    }
}

extension ErrorBridgingTests {
    private static func check<E: LocalizedError & CustomNSError & Equatable>(
        _ error: E,
        domain: String,
        code: Int
    ) throws {
        let bridged = try bridged(error)
        #expect(bridged.domain == domain)
        #expect(bridged.code == code)
        #expect(error.errorCode == code)
        checkTexts(of: error, in: bridged)
        #expect(bridged as? E == error)
        #expect((bridged as any Error) as? E == error)
    }

    /// Returns what `catch let error as NSError` gets, after a comparison with `as NSError`.
    private static func bridged(_ error: any Error) throws -> NSError {
        let caught = try #require(caughtAsNSError(error))
        let cast = error as NSError
        #expect(cast.domain == caught.domain)
        #expect(cast.code == caught.code)
        return caught
    }

    private static func caughtAsNSError(_ error: any Error) -> NSError? {
        do {
            throw error
        } catch let error as NSError {
            return error
        }
    }

    private static func caughtAsStoreKitError(_ error: NSError) -> StoreKitError? {
        do {
            throw error
        } catch let error as StoreKitError {
            return error
        } catch {
            return nil
        }
    }

    private static func checkTexts(of error: some LocalizedError, in bridged: NSError) {
        #expect(error.errorDescription?.isEmpty == false)
        #expect(error.failureReason?.isEmpty == false)
        #expect(bridged.localizedDescription == error.errorDescription)
        #expect(bridged.localizedFailureReason == error.failureReason)
        #expect(bridged.localizedRecoverySuggestion == error.recoverySuggestion)
        #expect((error as any Error).localizedDescription == error.errorDescription)
    }
}
