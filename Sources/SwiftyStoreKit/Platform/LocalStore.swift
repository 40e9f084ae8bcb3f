import Foundation
import StoreKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What Apple's systems have and the local store replaces elsewhere.

extension Bundle {
    /// Where the receipt of the app lies, whether or not there is a file.
    ///
    /// Nil where no store writes a receipt file.
    var receiptURL: URL? {
        #if canImport(Darwin)
        appStoreReceiptURL
        #else
        self == .main ? StoreConnection.shared.receiptFile : nil
        #endif
    }
}

extension URLSession {
    /// The session that carries requests to verifyReceipt.
    ///
    /// Where there is no App Store, a session that the local store serves replaces the shared one;
    /// a session that the app brought stays the app's.
    var forVerifyReceipt: URLSession {
        #if canImport(Darwin)
        self
        #else
        self === URLSession.shared ? StoreConnection.verifyReceiptSession : self
        #endif
    }
}

extension ProductsController {
    /// Which prices StoreKit sells at; nil where only a request for products would show it.
    ///
    /// The local store has another number for every store, and for all settings that a store ever
    /// had.
    @Sendable package static func storePriceVersion() -> Int? {
        #if canImport(Darwin)
        nil
        #else
        StoreConnection.shared.settingsVersion
        #endif
    }
}

extension Log {
    #if canImport(Darwin)
    /// Replaces a client's logger.
    func replace(_ logger: Logger?) {
        self.logger = logger
    }
    #else
    private static let replacing = Locked(())

    /// Replaces a client's logger, which then gets the local store's messages too.
    ///
    /// While there is none, the store saves the newest of its messages for the next.
    func replace(_ logger: Logger?) {
        // The old logger is released after the lock.
        let old = Self.replacing.withLock { _ in
            let old = exchange(logger)
            StoreDiagnostics.shared.handler = logger == nil ? nil : Self.log
            return old
        }
        withExtendedLifetime(old) {}
    }

    @Sendable private static func log(_ level: StoreDiagnostics.Level, _ text: String) {
        shared(level == .warning ? .warning : .info, text)
    }
    #endif
}
