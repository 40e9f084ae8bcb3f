import Foundation
import StoreKit
import SwiftyStoreKit

/// Records what callbacks were called with.
// Unchecked because every access to `values` holds `lock`.
final class Recorder<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Value] = []

    var all: [Value] { lock.withLock { values } }
    var count: Int { all.count }
    var last: Value? { all.last }

    func record(_ value: Value) {
        lock.withLock { values.append(value) }
    }

    func removeAll() {
        lock.withLock { values.removeAll() }
    }
}

extension PurchaseResult {
    var success: PurchaseDetails? {
        guard case .success(let purchase) = self else { return nil }
        return purchase
    }

    var failure: SKError? {
        guard case .error(let error) = self else { return nil }
        return error
    }
}

extension RetrieveResults {
    var productIds: Set<String> { Set(retrievedProducts.map(\.productIdentifier)) }
}

extension RestoreResults {
    var productIds: [String] { restoredPurchases.map(\.productId) }
}

/// An object of a client that calls the library when it is released.
///
/// The call is made on another thread, and the release waits for it: a lock that is held during the
/// release lets the wait run out, which is recorded as false.
final class CallsWhenReleased: Sendable {
    private let releases: Recorder<Bool>
    private let call: @Sendable () -> Void

    init(_ releases: Recorder<Bool>, call: @escaping @Sendable () -> Void) {
        self.releases = releases
        self.call = call
    }

    deinit {
        let hasReturned = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [call] in
            call()
            hasReturned.signal()
        }
        releases.record(hasReturned.wait(timeout: .now() + 600) == .success)
    }

    /// Does nothing: a closure that calls it owns the object.
    func touch() {}
}
