package import AppReceipt

/// Decides whether verifyReceipt accepts a receipt.
package struct VerifyReceiptRule {
    package let service: VerifyReceiptService
    package let settings: ReceiptSettings
    package let verifier: ReceiptVerifier

    package init(
        service: VerifyReceiptService,
        settings: ReceiptSettings,
        verifier: ReceiptVerifier
    ) {
        self.service = service
        self.settings = settings
        self.verifier = verifier
    }

    /// The verified receipt of a request.
    ///
    /// The checks are in Apple's order: authenticity before environment and shared secret.
    package func receipt(of request: VerifyReceiptRequest) throws(VerifyReceiptRefusal) -> Receipt {
        let receipt = try verified(request.receipt)
        try checkEnvironment(of: receipt)
        try checkSecret(request.password, for: receipt)
        return receipt
    }

    private func verified(_ signed: SignedReceipt) throws(VerifyReceiptRefusal) -> Receipt {
        do throws(ReceiptVerdict.Refusal) {
            return try verifier.verify(signed)
        } catch {
            throw VerifyReceiptRefusal(error)
        }
    }

    /// A receipt without a type is never accepted as a production receipt.
    private func checkEnvironment(of receipt: Receipt) throws(VerifyReceiptRefusal) {
        let isProduction = receipt.type?.environment == .production
        switch service {
        case .production where !isProduction: throw .init(.sandboxReceipt)
        case .sandbox where isProduction: throw .init(.productionReceipt)
        default: return
        }
    }

    private func checkSecret(_ password: Any?, for receipt: Receipt) throws(VerifyReceiptRefusal) {
        guard let secret = settings.sharedSecret else { return }
        if let password {
            guard (password as? String).map(ByteExactString.init) == ByteExactString(secret) else {
                throw .init(.wrongSecret, "the password is not the store's shared secret")
            }
        } else if receipt.inAppPurchases.contains(where: { $0.productKind == .autoRenewable }) {
            throw .init(.wrongSecret, "a receipt with subscriptions needs the shared secret")
        }
    }
}

/// The reason why verifyReceipt does not accept a request or its receipt.
package struct VerifyReceiptRefusal: Error, Equatable {
    package let status: Int64
    package var isRetryable: Bool?
    /// A sentence for developers, which some of Apple's responses have, too.
    package var exception: String?

    package init(_ status: VerifyReceiptStatus, _ exception: String? = nil) {
        self.status = status.rawValue
        self.exception = exception
    }

    package init(_ planned: ReceiptSettings.PlannedResponse) {
        status = Int64(planned.status)
        isRetryable = planned.isRetryable
    }

    /// Data that isn't a receipt is malformed; a receipt of another store isn't authentic.
    package init(_ refusal: ReceiptVerdict.Refusal) {
        switch refusal.rule {
        case .structure, .content: self.init(.malformedReceipt, refusal.description)
        default: self.init(.unauthenticReceipt, refusal.description)
        }
    }

    package func response(from service: VerifyReceiptService) -> ResponseObject {
        var object = ResponseObject()
        if status == VerifyReceiptStatus.unauthenticReceipt.rawValue {
            object.add("environment", service.environment)
        }
        object.add("status", status)
        object.add("is-retryable", isRetryable.map { $0 ? 1 : 0 })
        object.add("exception", exception)
        return object
    }
}

/// The statuses that the store itself decides on, with Apple's numbers.
package enum VerifyReceiptStatus: Int64 {
    case valid = 0
    case unreadableRequest = 21000
    case malformedReceipt = 21002
    case unauthenticReceipt = 21003
    case wrongSecret = 21004
    case unavailableServer = 21005
    case sandboxReceipt = 21007
    case productionReceipt = 21008
}
