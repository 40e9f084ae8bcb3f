import AppReceipt
import Foundation
import Measuring

/// What this library does with one receipt, and its floor.
struct OwnWork {
    private let receipt: SignedReceipt
    private let text: String
    private let roots: TrustedRoots
    private let verifier: ReceiptVerifier
    private let floor: Floor

    init(_ files: ReceiptFiles, _ size: Int) throws {
        receipt = try files.receipt(size)
        text = receipt.base64Encoded
        roots = try files.roots()
        verifier = Self.verifier(roots)
        floor = try Floor(receipt)
    }

    static func verifier(_ roots: TrustedRoots) -> ReceiptVerifier {
        ReceiptVerifier(trustedRoots: roots, minimumDigest: .sha256, rules: [])
    }

    /// Does it once; the peers have nothing to do here.
    func run(_ contestant: Contestant) throws {
        switch contestant {
        case .floor: try floor.run()
        case .verify: _ = try verifier.verify(receipt)
        case .judged: _ = try Self.verifier(roots).verify(receipt)
        case .decode: _ = try receipt.unverifiedContent()
        case .base64: _ = try verifier.verify(SignedReceipt(base64Encoded: text))
        case .raw, .cms, .python: break
        }
    }
}
