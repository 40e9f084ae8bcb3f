import Foundation
import LocalAppStore
import StoreLedger

/// The right to send the notifications of a ledger, which one server has at a time.
///
/// Of a ledger in a file it is a lock of a file, which the system releases when a process is
/// killed. A ledger in memory is used by this process alone. While a process holds the lock, no
/// attempt without a result is still under way.
final class SenderLock: Sendable {
    private let store: Store
    private let folder: PrivateFolder?
    private let holding = Locked<Holding?>(nil)

    private enum Holding {
        case memory
        case file(Int32)
    }

    /// The stores in memory whose notifications are being sent.
    private static let stores = Locked<[Store]>([])
    private static let fileName = "notifications.lock"
    /// The seconds between two tries.
    private static let pause = 0.5

    /// Makes the lock of a store's ledger; one in memory has no folder.
    init(of store: Store, in folder: PrivateFolder?) {
        self.store = store
        self.folder = folder
    }

    deinit {
        giveBack()
    }

    /// Waits for the lock; returns `false` if the task was cancelled before.
    func take(on queue: BlockingQueue) async -> Bool {
        while !Task.isCancelled {
            if await queue.run({ self.tryToTake() }) { return true }
            try? await Task.sleep(seconds: Self.pause)
        }
        return false
    }

    func tryToTake() -> Bool {
        guard let taken = folder.map(Self.lock) ?? takeInMemory() else { return false }
        holding.withLock { $0 = taken }
        return true
    }

    func giveBack() {
        let held = holding.withLock { holding in
            defer { holding = nil }
            return holding
        }
        switch held {
        case nil: break
        case .memory:
            Self.stores.withLock { $0.removeAll { $0.sharesLedger(with: store) } }
        case .file(let file): close(file)
        }
    }

    private func takeInMemory() -> Holding? {
        Self.stores.withLock { stores in
            guard !stores.contains(where: { $0.sharesLedger(with: store) }) else { return nil }
            stores.append(store)
            return .memory
        }
    }

    private static func lock(in folder: PrivateFolder) -> Holding? {
        try? folder.make()
        let path = folder.file(fileName).path
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return nil
        }
        return .file(file)
    }
}
