import Foundation
import SwiftyStoreKit

/// A refresh of the receipt that ends when the test says so.
// Unchecked because every access to the counters holds `lock`.
final class ReceiptRefreshSpy: InAppRequest, @unchecked Sendable {
    typealias Completion = @Sendable ((any Error)?) -> Void

    private let completion: Completion
    private let lock = NSLock()
    private var starts = 0
    private var cancels = 0

    init(_ completion: @escaping Completion) {
        self.completion = completion
    }

    var startCount: Int { lock.withLock { starts } }
    var cancelCount: Int { lock.withLock { cancels } }

    func start() { lock.withLock { starts += 1 } }

    func cancel() { lock.withLock { cancels += 1 } }

    func end(_ error: (any Error)? = nil) { completion(error) }
}
