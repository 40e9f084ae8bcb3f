import Foundation
import StoreKit

extension Bundle {
    /// Where the receipt of the app lies, whether or not there is a file.
    ///
    /// Nil where no store keeps a receipt file.
    var receiptURL: URL? {
        #if canImport(Darwin)
        appStoreReceiptURL
        #else
        self == .main ? StoreConnection.shared.receiptFile : nil
        #endif
    }
}
