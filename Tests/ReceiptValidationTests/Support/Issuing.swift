import AppReceipt
import Foundation
import ReceiptValidation
import SwiftyStoreKit

/// Issues receipts; the keys are made once.
enum Issuing {
    static let store = Result { try makeIdentity() }
    /// Like the store's, and trusted by no validator.
    static let stranger = Result { try makeIdentity() }

    private static func makeIdentity() throws -> SigningIdentity {
        try SigningIdentity.make(
            name: "Test",
            validFrom: Moment.chainStart,
            until: Moment.chainEnd
        )
    }

    static func receipt(
        _ content: ReceiptContent = .make(),
        by identity: SigningIdentity? = nil
    ) throws -> Data {
        let issuer = ReceiptIssuer(identity: try identity ?? store.get())
        return Data(try issuer.issue(content).bytes)
    }
}

/// The dates of the tests; no test reads a clock.
enum Moment {
    static let created = Date(timeIntervalSince1970: 1_717_243_200)  // 2024-06-01T12:00:00Z
    static let chainStart = Date(timeIntervalSince1970: 1_577_836_800)  // 2020-01-01T00:00:00Z
    static let chainEnd = Date(timeIntervalSince1970: 2_208_988_800)  // 2040-01-01T00:00:00Z
    static let day: TimeInterval = 86_400
}

extension LocalReceiptValidator {
    /// A validator that trusts the store of the tests.
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

extension VerifyReceiptResult {
    /// The status and the dictionary of a receipt that was refused.
    var refused: (status: ReceiptStatus, info: ReceiptInfo)? {
        guard case .error(.receiptInvalid(let info, let status)) = self else { return nil }
        return (status, info)
    }
}

extension VerifyPurchaseResult {
    var item: ReceiptItem? {
        guard case .purchased(let item) = self else { return nil }
        return item
    }
}

extension [String: AnyObject] {
    /// The dictionary as one that compares.
    var compared: NSDictionary { NSDictionary(dictionary: self) }
}

/// Counts calls from any thread.
// Unchecked because every access to `calls` holds `lock`.
final class Tally: @unchecked Sendable {
    private let lock = NSLock()
    private var calls = 0

    var count: Int { lock.withLock { calls } }

    func add() {
        lock.withLock { calls += 1 }
    }
}
