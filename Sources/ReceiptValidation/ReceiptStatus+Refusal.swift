import AppReceipt
import SwiftyStoreKit

extension ReceiptStatus {
    /// The status that Apple's verifyReceipt sends where a receipt breaks the rule.
    ///
    /// Apple's server knows no bundle identifier, version or device to ask for; what breaks such a
    /// rule, or one of an app's own, cannot be authenticated as this app's receipt.
    init(
        _ refusal: ReceiptVerdict.Refusal,
        of signed: SignedReceipt,
        by rules: [any ReceiptRule]
    ) {
        switch refusal.rule {
        case .structure, .content: self = .malformedOrMissingData
        case .environment: self = .otherEnvironment(refusal, of: signed, by: rules)
        default: self = .receiptCouldNotBeAuthenticated
        }
    }

    /// Tells sandbox and production apart where an ``EnvironmentRule`` refused.
    ///
    /// That rule comes after signature and chain, so the content is the signer's. Others may refuse
    /// by the same name: a signer of tests that signs for production, for one, whose word about the
    /// environment is worth nothing.
    private static func otherEnvironment(
        _ refusal: ReceiptVerdict.Refusal,
        of signed: SignedReceipt,
        by rules: [any ReceiptRule]
    ) -> ReceiptStatus {
        guard let content = try? signed.unverifiedContent(),
            let rule = rules.lazy.compactMap({ $0 as? EnvironmentRule })
                .first(where: { $0.objection(to: content) == refusal.reason })
        else { return .receiptCouldNotBeAuthenticated }
        switch content.type?.environment {
        case .sandbox where rule.environments.contains(.production): return .testReceipt
        case .production where rule.environments.contains(.sandbox): return .productionEnvironment
        default: return .receiptCouldNotBeAuthenticated
        }
    }
}
