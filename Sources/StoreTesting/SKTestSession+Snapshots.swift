// Apple's session has no store that these members could access.
#if !canImport(Darwin)
public import Foundation
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// Copies the state of the session's store: the purchases of all customers, the settings, the
    /// prices and the time.
    ///
    /// - Throws: An error when the copy cannot be made.
    public func snapshot() throws -> Snapshot {
        Snapshot(copy: try store.copy())
    }

    /// Brings the session's store back into the state of a snapshot, of this session or of another
    /// one with the same products.
    ///
    /// The transactions in the payment queue leave it, and those that were not finished at the time
    /// of the snapshot enter it. The app's state in memory stays, such as its handlers. The
    /// customer of the snapshot is signed in. Time goes back, too; with a snapshot from a file, a
    /// session whose time stands still keeps its time. The fault plan stays and begins a new log.
    /// Calls that wait for the clock end, and sessions of `withCustomer` keep the former store.
    ///
    /// - Throws: An error when the copy cannot be made; the session is as it was then.
    public func restore(_ snapshot: Snapshot) throws {
        let restored = try store.restored(snapshot.copy)
        try restored.notifications.updateSettings { $0.isRecording = true }
        replaceStore(with: restored)
    }

    /// The state of a session's store at one moment.
    public struct Snapshot: Sendable {
        let copy: StoreCopy

        fileprivate init(copy: StoreCopy) {
            self.copy = copy
        }

        /// Reads a snapshot from a file that ``write(to:)`` or `storectl snapshot` wrote.
        ///
        /// - Throws: An error if the file doesn't exist, isn't a ledger of a store, or is damaged.
        public init(contentsOf file: URL) throws {
            copy = try StoreCopy(contentsOf: file)
        }

        /// Writes the purchases and the settings to a file, in place of an earlier snapshot;
        /// `storectl` reads it, too.
        ///
        /// Prices that were changed are not in the file, nor is a time that stands still.
        ///
        /// - Throws: An error if the file cannot be written, or isn't a snapshot.
        public func write(to file: URL) throws {
            try copy.write(to: file)
        }
    }
}
#endif
