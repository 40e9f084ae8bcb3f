package import Foundation
import StoreModel

extension StoreLocation {
    /// The folder beside the ledger for a purpose, or for a ledger in memory one in the folder of
    /// temporary files, which is to be removed in the end.
    package func folder(_ purpose: String, temporaryName: String) -> (url: URL, isTemporary: Bool) {
        switch self {
        case .memory:
            let url = FileManager.default.temporaryDirectory
                .appendingPathComponent(TemporaryFileName.make(temporaryName))
            return (url, true)
        case .file(let ledger):
            let url = ledger.deletingLastPathComponent()
                .appendingPathComponent("\(ledger.lastPathComponent)-\(purpose)")
            return (url, false)
        }
    }

    /// The folder of the keys and of the first customer's receipt.
    package var receiptFolder: (url: URL, isTemporary: Bool) {
        folder("receipts", temporaryName: Self.temporaryName)
    }

    /// The beginning of the names of temporary folders.
    package static let temporaryName = "LocalAppStore"
}
