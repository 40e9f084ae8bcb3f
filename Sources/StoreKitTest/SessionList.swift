package import LocalAppStore
import StoreKit

/// The sessions that were made in a scope, held weakly.
package final class SessionList: StoreScopeMember {
    private let references = Locked<[ObjectIdentifier: Reference]>([:])

    // Unchecked because of the weak reference, which is never set again.
    private struct Reference: @unchecked Sendable {
        weak var session: SKTestSession?
    }

    /// The sessions of a scope.
    package static func of(_ scope: StoreScope) -> SessionList {
        scope.member { SessionList() }
    }

    /// Adds a session, until it is released.
    func add(_ session: SKTestSession) {
        let reference = Reference(session: session)
        references.withLock { $0[ObjectIdentifier(session)] = reference }
    }

    /// Removes a session that is being released.
    func remove(_ session: SKTestSession) {
        references.withLock { $0[ObjectIdentifier(session)] = nil }
    }

    /// The session with this store, if it was not released.
    package func session(of store: Store?) -> SKTestSession? {
        // The references are followed after the lock: releasing a session takes it again.
        references.withLock { $0 }.values.lazy.compactMap(\.session).first {
            $0.storeInUse === store
        }
    }
}
