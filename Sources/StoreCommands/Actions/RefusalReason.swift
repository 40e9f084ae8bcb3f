import LocalAppStore

/// The reason why a store refuses an action: the code of the control API's error, and of a step's
/// expectation in a scenario.
package enum RefusalReason: String, CaseIterable, Sendable {
    case unknownTransaction
    case unknownProduct
    case unknownCustomer
    case unsuitableText
    case excessiveAdvance
    case timeInPast
    case unsuitableTransaction
    case unsuitableCustomer
    case customerExists
    case noSubscription
    case noOfferKey
    case signedOut
    case refusedPurchase
    case refusedRequest
    case unreachableNotification

    /// Makes the reason of an error; `nil` if the error isn't a refusal.
    package init?(_ error: any Error) {
        switch error as? StoreError {
        case .unknownEntry: self = .unknownTransaction
        case .unknownProduct: self = .unknownProduct
        case .unknownCustomer: self = .unknownCustomer
        case .unsuitableText: self = .unsuitableText
        case .excessiveAdvance: self = .excessiveAdvance
        case .unsuitableEntry: self = .unsuitableTransaction
        case .unsuitableCustomer: self = .unsuitableCustomer
        case .customerExists: self = .customerExists
        case .noSubscription: self = .noSubscription
        case .noOfferKey: self = .noOfferKey
        case .signedOut: self = .signedOut
        case .refusedPurchase: self = .refusedPurchase
        case .refusedRequest: self = .refusedRequest
        case .unreachableNotification: self = .unreachableNotification
        case nil where error is TimeStep.PastDate: self = .timeInPast
        case .busy, .uncertainChange, .damagedFile, .foreignFile, .newerFile, .linkedFile,
            .unusableFile, .unusableReceipts, .damagedKey, .diskFull, nil:
            return nil
        }
    }

    /// Whether the action names an object that doesn't exist, as a misspelt step does.
    package var isUnknownName: Bool {
        [.unknownTransaction, .unknownProduct, .unknownCustomer].contains(self)
    }
}
