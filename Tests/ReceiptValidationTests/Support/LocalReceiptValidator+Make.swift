import AppReceipt
import Foundation
import ReceiptValidation

extension LocalReceiptValidator {
    /// A validator that trusts the tests' store.
    static func make(
        rules: [any ReceiptRule] = [],
        day: Double = 0,
        testSigners: [[UInt8]] = []
    ) throws -> LocalReceiptValidator {
        let root = try Issuing.store.get().rootCertificate
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([root], testSigners: testSigners),
            rules: rules
        )
        return LocalReceiptValidator(verifier: verifier) { Moment.created + day * Moment.day }
    }
}
