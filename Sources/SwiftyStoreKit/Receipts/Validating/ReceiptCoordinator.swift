package import Foundation
import StoreKit

/// Finds the receipt file, refreshes it, and passes it to a validator.
///
/// It registers no observer: an app that only reads its receipt leaves the payment queue alone.
package final class ReceiptCoordinator: Sendable {
    /// Makes a request for a new receipt, which calls back at most once and on any thread: with
    /// the error, or nil when it is done.
    package typealias RefreshMaker =
        @Sendable (_ completion: @escaping @Sendable ((any Error)?) -> Void) -> any InAppRequest

    private enum RequestKey {
        case refresh
    }

    private typealias Requests = SharedRequests<RequestKey, FetchReceiptResult>

    // On Linux a store may have to be opened, and a receipt signed, before there is a file to read.
    private static let files = DispatchQueue(label: "SwiftyStoreKit.receipts", qos: .userInitiated)

    private let callbacks: CallbackQueue
    private let requests: Requests
    private let receiptURL: @Sendable () -> URL?
    private let background: @Sendable (@escaping CallbackQueue.Block) -> Void
    private let makeRefresh: RefreshMaker

    /// Creates a coordinator that calls `receiptURL` each time it needs the file.
    ///
    /// `background` runs the code that finds and reads the file.
    package init(
        callbacks: CallbackQueue = .main,
        receiptURL: @escaping @Sendable () -> URL? = { Bundle.main.receiptURL },
        background: @escaping @Sendable (@escaping CallbackQueue.Block) -> Void =
            ReceiptCoordinator.runInBackground,
        makeRefresh: @escaping RefreshMaker = {
            let request = SKReceiptRefreshRequest(receiptProperties: nil)
            return StoreKitRequest.receiptRefresh(request, completion: $0)
        }
    ) {
        self.callbacks = callbacks
        self.receiptURL = receiptURL
        self.background = background
        self.makeRefresh = makeRefresh
        let cancelled = SwiftyStoreKitError.receiptRefreshCancelled
        requests = SharedRequests(
            callbackQueue: callbacks,
            cancellation: .error(error: .networkError(error: cancelled))
        )
    }

    @Sendable package static func runInBackground(_ work: @escaping CallbackQueue.Block) {
        files.async(execute: work)
    }

    /// The bytes of the receipt file, read now and on this thread.
    package var localReceiptData: Data? {
        receiptURL().flatMap { try? Data(contentsOf: $0) }
    }

    /// Calls `completion` once on the callback queue, never before this returns.
    package func fetch(
        forceRefresh: Bool,
        completion: @escaping (FetchReceiptResult) -> Void
    ) -> SharedRequestHandle {
        let caller = requests.add(Callback(completion))
        if forceRefresh {
            refresh(caller)
        } else {
            background { [self] in readOrRefresh(caller) }
        }
        return requests.handle(for: caller, retaining: self)
    }

    /// The file's bytes, unless it is empty: a file that is being written isn't a receipt.
    private var receipt: Data? {
        localReceiptData.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func readOrRefresh(_ caller: Requests.CallerID) {
        guard let receipt else { return refresh(caller) }
        // Callbacks are taken where they are called, so that none is released in the background.
        callbacks.enqueue { [requests] in
            requests.complete(caller, with: .success(receiptData: receipt))
        }
    }

    private func refresh(_ caller: Requests.CallerID) {
        guard let id = requests.join(caller, .refresh) else { return }
        requests.start(id) { makeRefresh { [weak self] error in self?.refreshed(id, error) } }
    }

    private func refreshed(_ id: Requests.RequestID, _ error: (any Error)?) {
        if let error { return end(id, .error(error: .networkError(error: error))) }
        background { [self] in
            let result = receipt.map { FetchReceiptResult.success(receiptData: $0) }
            callbacks.enqueue { [self] in end(id, result ?? .error(error: .noReceiptData)) }
        }
    }

    private func end(_ id: Requests.RequestID, _ result: FetchReceiptResult) {
        requests.end(id, with: result)?()
    }
}

extension ReceiptCoordinator {
    /// Fetches the receipt and verifies it; only the fetching can be cancelled.
    ///
    /// The validator is called on the callback queue, where an app's own code may expect to be.
    package func verify(
        using validator: any ReceiptValidator,
        forceRefresh: Bool,
        completion: @escaping (VerifyReceiptResult) -> Void
    ) -> SharedRequestHandle {
        let callback = Locked<Callback<VerifyReceiptResult>?>(Callback(completion))
        return fetch(forceRefresh: forceRefresh) { [callbacks] result in
            switch result {
            case .error(let error): completion(.error(error: error))
            case .success(let data):
                validator.validate(receiptData: data) { result in
                    // Taken where it is called, so that it is released there; a second result finds
                    // none.
                    callbacks.enqueue { callback.exchange(nil)?(result) }
                }
            }
        }
    }

    package func fetch(forceRefresh: Bool) async throws -> Data {
        try await CancellableContinuation.value { [self] resume in
            let handle = fetch(forceRefresh: forceRefresh) { result in
                switch result {
                case .success(let receiptData): resume(.success(receiptData))
                case .error(let error): resume(.failure(error))
                }
            }
            return handle.abandonAlways
        }
    }

    package func verify(
        using validator: any ReceiptValidator & Sendable,
        forceRefresh: Bool
    ) async throws -> VerifyReceiptResult {
        try await CancellableContinuation.value { [self] resume in
            verify(using: validator, forceRefresh: forceRefresh) { resume(.success($0)) }
                .abandonAlways
        }
    }
}

extension SharedRequestHandle {
    /// Leaves, and returns that there will be no result: one that is on its way can be lost,
    /// because a receipt can be fetched again.
    fileprivate func abandonAlways() -> Bool {
        _ = abandon()
        return true
    }
}
