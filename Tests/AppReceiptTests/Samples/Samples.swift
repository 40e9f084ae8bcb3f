import Foundation

/// The folders of receipts that are not part of the project, because other people made them.
///
/// A suite is skipped if a folder that it needs is missing. All other suites need no files from
/// elsewhere.
///
/// | suite | needs |
/// |---|---|
/// | `RealReceiptTests` | `RECEIPT_SAMPLES`, and one of its tests `CERTIFICATE_SAMPLES` |
/// | `AppleResponseTests` | `RECEIPT_SAMPLES` and `VERIFYRECEIPT_SAMPLES` |
/// | `VariantTests`, `JWSVariantTests` | `RECEIPT_VARIANTS` and `RECEIPT_PKI` |
/// | `RealJWSTests` | `JWS_SAMPLES`, `CERTIFICATE_SAMPLES` and `RECEIPT_SAMPLES` |
///
/// Each is a variable of the environment with the path of a folder. All but the variants may also
/// lie in a folder `shared/samples` beside the project.
enum Samples {
    /// Receipts that Apple and Xcode signed.
    static let receipts = folder("RECEIPT_SAMPLES", orNearby: "samples/receipts")
    /// Responses of Apple's verifyReceipt to some of those receipts.
    static let responses = folder("VERIFYRECEIPT_SAMPLES", orNearby: "samples/verifyreceipt-json")
    /// The certificate of Xcode's StoreKit testing.
    static let certificates = folder("CERTIFICATE_SAMPLES", orNearby: "samples/certs")
    /// Signed transactions and notifications of Apple, Xcode and other projects.
    static let jws = folder("JWS_SAMPLES", orNearby: "samples/jws")
    /// Good and bad receipts of a generator, with an index of the right verdicts.
    static let variants = folder("RECEIPT_VARIANTS", orNearby: nil)
    /// The certificates of the same generator.
    static let pki = folder("RECEIPT_PKI", orNearby: nil)

    private static func folder(_ variable: String, orNearby path: String?) -> URL? {
        if let value = ProcessInfo.processInfo.environment[variable] {
            return existing(URL(fileURLWithPath: value))
        }
        guard let path else { return nil }
        // This file lies four levels below the project.
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<6 {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("shared/\(path)")
            if let found = existing(candidate) { return found }
        }
        return nil
    }

    private static func existing(_ url: URL) -> URL? {
        FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}
