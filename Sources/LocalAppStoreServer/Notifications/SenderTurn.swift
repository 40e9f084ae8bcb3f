import Foundation
import LocalAppStore

/// The right to send the notifications of a ledger, which one server has at a time.
///
/// It is a lock of a file, which the system gives back when a process is killed. Whoever has it
/// knows that no attempt without a result is still under way.
final class SenderTurn: Sendable {
    private let folder: PrivateFolder?
    private let descriptor = Locked<Int32?>(nil)

    private static let fileName = "notifications.lock"
    /// The nanoseconds between two tries.
    private static let pause: UInt64 = 500_000_000

    /// Makes the turn of a ledger; one in memory has no folder, and no other process.
    init(in folder: PrivateFolder?) {
        self.folder = folder
    }

    deinit {
        giveBack()
    }

    /// Waits for the turn; returns `false` if the task was cancelled before.
    func take(on queue: BlockingQueue) async -> Bool {
        guard let folder else { return !Task.isCancelled }
        while !Task.isCancelled {
            if await queue.run({ self.tryToTake(in: folder) }) { return true }
            try? await Task.sleep(nanoseconds: Self.pause)
        }
        return false
    }

    func giveBack() {
        if let file = descriptor.exchange(for: nil) { close(file) }
    }

    private func tryToTake(in folder: PrivateFolder) -> Bool {
        try? folder.make()
        let path = folder.file(Self.fileName).path
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return false
        }
        descriptor.withLock { $0 = file }
        return true
    }
}

extension Locked<Int32?> {
    fileprivate func exchange(for value: Int32?) -> Int32? {
        withLock { current in
            defer { current = value }
            return current
        }
    }
}
