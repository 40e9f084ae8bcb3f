import Foundation
package import FoundationNetworking
package import LocalAppStore

extension StoreConnection {
    /// Where the store in use keeps the app's receipt, brought up to date; `nil` when there is no
    /// store.
    ///
    /// Foundation's `Bundle.appStoreReceiptURL` is always `nil` on Linux and cannot be declared a
    /// second time.
    package var receiptFile: URL? {
        try? store().receiptFile()
    }

    /// What stands in for `URLSession.shared` when verifyReceipt is asked: the store in use answers
    /// for both of Apple's hosts.
    ///
    /// To register a protocol class would not do: Foundation's shared session on Linux knows the
    /// classes that were there when it was first used, and every other session asks its own classes
    /// first.
    package static var verifyReceiptSession: URLSession { VerifyReceiptProtocol.session }

    /// Makes the receipt anew, and its file.
    package func refreshReceipt(_ properties: ReceiptProperties) throws {
        let store = try store()
        try store.refreshReceipt(properties)
        _ = try store.receiptFile()
    }
}
