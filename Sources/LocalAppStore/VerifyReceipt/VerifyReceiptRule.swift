import AppReceipt

/// Decides whether verifyReceipt answers about a receipt: a pure function of its arguments.
struct VerifyReceiptRule {
    let service: VerifyReceiptService
    let settings: ReceiptSettings
    let verifier: ReceiptVerifier

    /// Judges in Apple's order: a receipt that is not authentic belongs nowhere.
    func receipt(
        _ question: VerifyReceiptQuestion
    ) throws(VerifyReceiptRefusal) -> Receipt {
        let receipt = try verified(question.receipt)
        try checkEnvironment(of: receipt)
        try checkSecret(question.password, for: receipt)
        return receipt
    }

    private func verified(_ signed: SignedReceipt) throws(VerifyReceiptRefusal) -> Receipt {
        do throws(ReceiptVerdict.Refusal) {
            return try verifier.verify(signed)
        } catch {
            throw VerifyReceiptRefusal(error)
        }
    }

    /// A receipt that does not say where it is from is never taken for one of production.
    private func checkEnvironment(of receipt: Receipt) throws(VerifyReceiptRefusal) {
        let isProduction = receipt.type?.environment == .production
        switch service {
        case .production where !isProduction: throw .init(.sandboxReceipt)
        case .sandbox where isProduction: throw .init(.productionReceipt)
        default: return
        }
    }

    private func checkSecret(
        _ password: Any?,
        for receipt: Receipt
    ) throws(VerifyReceiptRefusal) {
        guard let secret = settings.sharedSecret else { return }
        if let password {
            guard (password as? String).map(ExactText.init) == ExactText(secret) else {
                throw .init(.wrongSecret, "the password is not the store's shared secret")
            }
        } else if receipt.inAppPurchases.contains(where: { $0.productKind == .autoRenewable }) {
            throw .init(.wrongSecret, "a receipt with subscriptions needs the shared secret")
        }
    }
}
