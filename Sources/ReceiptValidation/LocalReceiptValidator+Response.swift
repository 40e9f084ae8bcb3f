import AppReceipt
import Foundation
import SwiftyStoreKit

extension ResponseObject {
    /// The response for a verified receipt, dated no earlier than the receipt itself.
    init(verified receipt: Receipt, referenceDate: Date) {
        let isAfterCreation = referenceDate > receipt.creationDate
        let requestDate = isAfterCreation ? referenceDate : receipt.creationDate
        self.init()
        add("status", Int64(ReceiptStatus.valid.rawValue))
        add("environment", receipt.type?.environment?.jwsEnvironment.rawValue)
        add("receipt", receipt.content.responseObject(requestDate: requestDate))
    }

    /// The response for a refused receipt, which has the reason and no field of the receipt.
    init(refused refusal: ReceiptVerdict.Refusal, status: ReceiptStatus) {
        self.init()
        add("status", Int64(status.rawValue))
        add("exception", refusal.description)
    }
}

extension ReceiptStatus {
    /// The status that Apple's verifyReceipt sends where a receipt breaks the rule.
    ///
    /// Apple's server does not check a bundle identifier, version or device. A receipt that breaks
    /// such a rule, or one of an app's own, cannot be authenticated as this app's receipt.
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
    /// That rule follows signature and chain, so the content is the signer's. Other rules may have
    /// the same name, for example the one for a test signer that signs for production, whose
    /// environment cannot be trusted.
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
