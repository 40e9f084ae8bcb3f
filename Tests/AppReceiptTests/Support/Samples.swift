import Foundation

/// Folders of receipts that are not part of the project; tests of them are skipped where they are
/// not there.
enum Samples {
    /// Real receipts, with an index of what is right: `RECEIPT_SAMPLES`, or a folder `shared`
    /// beside the project.
    static let receipts = folder("RECEIPT_SAMPLES", orNearby: "samples/receipts")
    /// Answers of verifyReceipt to some of those receipts: `VERIFYRECEIPT_SAMPLES`.
    static let answers = folder("VERIFYRECEIPT_SAMPLES", orNearby: "samples/verifyreceipt-json")
    static let certificates = folder("CERTIFICATE_SAMPLES", orNearby: "samples/certs")
    /// What a generator of good and bad receipts wrote: `RECEIPT_VARIANTS`, with the PKI beside it
    /// in `RECEIPT_PKI`.
    static let variants = folder("RECEIPT_VARIANTS", orNearby: nil)
    static let pki = folder("RECEIPT_PKI", orNearby: nil)

    private static func folder(_ variable: String, orNearby path: String?) -> URL? {
        if let value = ProcessInfo.processInfo.environment[variable] {
            return existing(URL(fileURLWithPath: value))
        }
        guard let path else { return nil }
        // Tests/AppReceiptTests/Support/Samples.swift lies four levels below the project.
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
