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
    /// session of the app stays the app's. The response is handled in the caller's scope.
    func verifyReceiptTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        #if canImport(Darwin)
        dataTask(with: request, completionHandler: completionHandler)
        #else
        let scope = StoreScope.current
        let respond = { @Sendable data, response, error in
            scope.run { completionHandler(data, response, error) }
        }
        guard self === URLSession.shared else {
            return dataTask(with: request, completionHandler: respond)
        }
        return StoreConnection.verifyReceiptSession.dataTask(
            with: scope.verifyReceiptRequest(request),
            completionHandler: scope.meetingFaults(of: request, respond)
        )
        #endif
    }
}

extension DispatchQueue {
    /// Runs `work` in the background, in the scope of the caller; `deliveries()` waits for it.
    static func runInBackground(_ work: @escaping @Sendable () -> Void) {
        #if canImport(Darwin)
        global(qos: .userInitiated).async(execute: work)
        #else
        // Task-local values, such as the scope, do not cross a Dispatch queue.
        global(qos: .userInitiated).async(execute: StoreScope.current.background(work))
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

extension Log {
    #if !canImport(Darwin)
    // Not `Locked(())`: the thread sanitizer takes a value without a size for its object.
    private static let replacing = NSLock()
    #endif

    /// Replaces a client's logger, which then gets the local store's messages too.
    ///
    /// Without a logger, the store keeps the newest of its messages for the next one.
    func replace(_ logger: Logger?) {
        #if canImport(Darwin)
        self.logger = logger
        #else
        let scope = StoreScope.current
        // The old logger is released after the lock.
        _ = Self.replacing.withLock {
            // Weak, because the scope owns both the log and the messages.
            let handler: StoreDiagnostics.Handler = { [weak self, weak scope] level, text in
                guard let self, let scope else { return }
                scope.run { self(level == .warning ? .warning : .info, text) }
            }
            defer { scope.diagnostics.handler = logger == nil ? nil : handler }
            return exchange(logger)
        }
        #endif
    }
}
