import AppReceipt
import Foundation
import LocalAppStore

/// A value of StoreKit 2 that the App Store signs.
protocol SignedValue: Sendable {
    associatedtype Payload: DeviceBoundPayload

    init(_ document: SignedDocument<Payload>)
}

extension Transaction: SignedValue {}
extension Product.SubscriptionInfo.RenewalInfo: SignedValue {}
extension AppTransaction: SignedValue {}

extension VerificationResult where SignedType: SignedValue {
    /// The value of a document, with the verdict of the device.
    init(_ document: SignedDocument<SignedType.Payload>) {
        let value = SignedType(document)
        self =
            document.refusal.map { .unverified(value, VerificationError($0)) } ?? .verified(value)
    }
}

extension Product.SubscriptionInfo.Status {
    init(_ status: SignedStatus) {
        self.init(
            state: Product.SubscriptionInfo.RenewalState(rawValue: status.status.rawValue),
            transaction: VerificationResult(status.transaction),
            renewalInfo: VerificationResult(status.renewalInfo)
        )
    }
}

extension VerificationResult.VerificationError {
    /// The error for a refusal; for another app or environment, it is inference.
    init(_ refusal: DocumentRefusal) {
        switch refusal {
        case .incomplete: self = .missingRequiredProperties
        case .otherDevice: self = .invalidDeviceVerification
        case .broken(let rule):
            switch rule {
            case .size, .structure, .header, .algorithm, .content: self = .invalidEncoding
            case .certificates, .key, .chain, .purpose, .validity: self = .invalidCertificateChain
            case .signature: self = .invalidSignature
            case .signingDate, .kind: self = .missingRequiredProperties
            case .bundleIdentifier, .environment, .appAppleIdentifier, .productIdentifier,
                .appAccountToken, .originalTransactionIdentifier, .consistency:
                self = .invalidDeviceVerification
            }
        }
    }
}

extension VerificationResult {
    /// The same value with the error that a test planted.
    func failing(with error: VerificationError?) -> VerificationResult {
        guard let error, case .verified(let value) = self else { return self }
        return .unverified(value, error)
    }
}

extension SimulatedFailures {
    /// The planted error of verifying, for another type of documents.
    func verificationError<Signed>(
        of type: Signed.Type
    ) -> VerificationResult<Signed>.VerificationError? {
        guard let error = self[.verification] as? VerificationResult<Any>.VerificationError else {
            return nil
        }
        return VerificationResult<Signed>.VerificationError.inOrder[error.position]
    }
}

extension UInt64 {
    /// The number of an identifier in a document; 0 without one.
    init(_ identifier: String?) {
        self = identifier.flatMap { UInt64($0) } ?? 0
    }
}

extension UUID {
    /// The identifier in a document that has none.
    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
