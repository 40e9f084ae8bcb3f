import Foundation
package import LocalAppStore

extension StoreConnection {
    /// Where the store in use keeps the app's receipt, brought up to date; `nil` when there is no store.
    ///
    /// Foundation's `Bundle.appStoreReceiptURL` is always `nil` on Linux and cannot be declared a second time.
    package var receiptFile: URL? {
        try? store().receiptFile()
    }

    /// Makes the receipt anew, and its file.
    package func refreshReceipt(_ properties: ReceiptProperties) throws {
        let store = try store()
        try store.refreshReceipt(properties)
        _ = try store.receiptFile()
    }
}
