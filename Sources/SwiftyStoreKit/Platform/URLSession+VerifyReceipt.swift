import Foundation
import StoreKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSession {
    /// The session that carries questions to verifyReceipt.
    ///
    /// Where there is no App Store, one that the local store answers takes the shared session's
    /// place; a session that the app brought is the app's.
    var forVerifyReceipt: URLSession {
        #if canImport(Darwin)
        self
        #else
        self === URLSession.shared ? StoreConnection.verifyReceiptSession : self
        #endif
    }
}
