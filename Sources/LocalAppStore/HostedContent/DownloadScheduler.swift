import Dispatch
import Foundation
import StoreLedger
import StoreModel

/// Updates a store's downloads on a queue of its own, on request and while they are under way.
///
/// Files are copied there. With a manual clock nothing happens between requests.
final class DownloadScheduler: Sendable {
    let folder: ContentFolder
    /// The interval between reports of the progress of downloads, in seconds.
    static let interval: TimeInterval = 0.25

    private let queue = DispatchQueue(label: "LocalAppStore.downloads")
    private let state = Locked(State())

    private struct State {
        /// Updates the downloads and returns the seconds until the next update; `nil` for none.
        var update: (@Sendable () -> TimeInterval?)?
        /// The number of the next update; one that was scheduled before it is void.
        var number = 0
    }

    /// Makes the scheduler of a store; `nil` if its catalog hosts no content.
    init?(for catalog: Catalog, at location: StoreLocation) {
        guard catalog.products.contains(where: { !$0.hostedContent.isEmpty }) else { return nil }
        folder = ContentFolder(for: location)
    }

    /// Begins to update, now and whenever it is requested; `update` is called on the queue.
    func start(_ update: @escaping @Sendable () -> TimeInterval?) {
        state.withLock { $0.update = update }
        schedule()
    }

    /// Updates soon, in place of the update that is scheduled.
    func schedule() {
        guard let number = nextNumber() else { return }
        queue.async { [weak self] in self?.run(number) }
    }

    /// Calls `body` on the queue and waits for it.
    func perform<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try queue.sync { Result { () throws(StoreError) in try body() } }.get()
    }

    /// Calls `body` on the queue, later.
    func async(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    private func run(_ number: Int) {
        let update = state.withLock { $0.number == number ? $0.update : nil }
        guard let delay = update?() else { return }
        // A request that came meanwhile has scheduled its own update.
        guard state.withLock({ $0.number == number }), let next = nextNumber() else { return }
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.run(next) }
    }

    /// The number of a new update in place of the former; `nil` before the start.
    private func nextNumber() -> Int? {
        state.withLock { state in
            guard state.update != nil else { return nil }
            state.number += 1
            return state.number
        }
    }
}
