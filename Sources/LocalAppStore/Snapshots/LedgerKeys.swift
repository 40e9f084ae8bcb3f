import Foundation

/// The keys that sign what a ledger issues, in the folder beside it.
struct LedgerKeys {
    private let folder: PrivateFolder

    init(ofLedgerAt ledger: URL) {
        folder = PrivateFolder(url: Store.Location.file(ledger).receiptFolder.url)
    }

    /// Replaces the keys of another ledger, each file at once; keys that this ledger lacks stay.
    func copy(to other: LedgerKeys) throws(Store.Error) {
        do {
            for name in try names() {
                try other.folder.make()
                let key = try Data(contentsOf: folder.file(name))
                try other.folder.replace(other.folder.file(name), with: key, isDurable: true)
            }
        } catch {
            throw .unusableReceipts(
                path: other.folder.url.path,
                detail: error.localizedDescription
            )
        }
    }

    private func names() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.url.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            .filter { $0.hasSuffix(".pem") }
    }
}
