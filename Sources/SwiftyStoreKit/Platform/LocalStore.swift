import Foundation
import StoreKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Parts of Apple's systems that the local store replaces elsewhere.

extension Bundle {
    /// The place of the app's receipt, whether or not the file exists.
    ///
    /// Nil where no store writes a receipt file.
    var receiptURL: URL? {
        #if canImport(Darwin)
        appStoreReceiptURL
        #else
        self == .main ? StoreConnection.current.receiptFile : nil
        #endif
    }
}

extension URLSession {
    /// A task that carries a request to verifyReceipt.
    ///
    /// Without an App Store, a session that the local store serves replaces the shared one; a
    /// session of the app stays the app's.
    func verifyReceiptTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        #if canImport(Darwin)
        dataTask(with: request, completionHandler: completionHandler)
        #else
        guard self === URLSession.shared else {
            return dataTask(with: request, completionHandler: completionHandler)
        }
        let scope = StoreScope.current
        return StoreConnection.verifyReceiptSession.dataTask(
            with: scope.verifyReceiptRequest(request),
            completionHandler: scope.meetingFaults(of: request, completionHandler)
        )
        #endif
    }
}

extension ProductsController {
    /// The version of StoreKit's prices; nil if only a request for products would show it.
    ///
    /// The local store has another number for every store, and for all settings that a store ever
    /// had.
    @Sendable package static func storePriceVersion() -> Int? {
        #if canImport(Darwin)
        nil
        #else
        StoreConnection.current.settingsVersion
        #endif
    }
}

extension PurchaseRequest {
    /// The store in use, to be compared with a later one; nil where there is only the App Store.
    static func storeInUse() -> (any AnyObject & Sendable)? {
        #if canImport(Darwin)
        nil
        #else
        StoreConnection.current.openedStore
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
    // Not `Locked(())`: the thread sanitizer takes a value without a size for its object.
    private static let replacing = NSLock()

    /// Replaces a client's logger, which then gets the local store's messages too.
    ///
    /// Without a logger, the store keeps the newest of its messages for the next one.
    func replace(_ logger: Logger?) {
        let scope = StoreScope.current
        // The old logger is released after the lock.
        let old = Self.replacing.withLock {
            let old = exchange(logger)
            scope.diagnostics.handler = logger == nil ? nil : handler(in: scope)
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Passes a store's messages on; weak, because the scope owns both the log and the messages.
    private func handler(in scope: StoreScope) -> StoreDiagnostics.Handler {
        { [weak self, weak scope] level, text in
            guard let self, let scope else { return }
            scope.run { self(level == .warning ? .warning : .info, text) }
        }
    }
    #endif
}
