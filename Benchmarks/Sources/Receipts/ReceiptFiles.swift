import AppReceipt
import Foundation

/// The receipts of N purchases that are measured: `N.der` and `N.b64` in a folder, and the root
/// that they lead to.
struct ReceiptFiles {
    static let sizes = [1, 10, 100, 1_000, 10_000]

    let folder: URL
    let root: URL

    /// Those of a folder that was made elsewhere, or receipts that are issued now into a temporary
    /// one.
    static func given(_ settings: Settings) throws -> ReceiptFiles {
        guard let folder = settings.folder, let root = settings.root else {
            return try IssuedReceipts().write()
        }
        return ReceiptFiles(folder: folder, root: root)
    }

    func der(_ size: Int) -> URL { folder.appendingPathComponent("\(size).der") }

    func base64(_ size: Int) -> URL { folder.appendingPathComponent("\(size).b64") }

    func receipt(_ size: Int) throws -> SignedReceipt {
        SignedReceipt(try Data(contentsOf: der(size)))
    }

    func roots() throws -> TrustedRoots {
        try TrustedRoots([Array(try Data(contentsOf: root))])
    }
}
