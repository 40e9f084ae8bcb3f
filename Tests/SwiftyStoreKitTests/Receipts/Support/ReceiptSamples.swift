import Foundation

/// Answers of Apple's server that are not part of this project.
enum ReceiptSamples {
    /// Where they are; nil if nobody says.
    static let folder = ProcessInfo.processInfo.environment["VERIFYRECEIPT_SAMPLES"].map {
        URL(fileURLWithPath: $0)
    }
}
