package import LocalAppStore
import StoreKit

/// The sessions that were made in a scope, held weakly.
package final class SessionList: StoreScopeMember {
    private let references = Locked<[Reference]>([])

    // Unchecked because of the weak reference, which is never set again.
    private struct Reference: @unchecked Sendable {
        let id: ObjectIdentifier
        weak var session: SKTestSession?

        init(_ session: SKTestSession) {
            id = ObjectIdentifier(session)
            self.session = session
        }
    }

    /// The sessions of a scope.
    package static func of(_ scope: StoreScope) -> SessionList {
        scope.member { SessionList() }
    }

    /// Adds a session, until it is released.
    func add(_ session: SKTestSession) {
        let reference = Reference(session)
        references.withLock { $0.append(reference) }
    }

    /// Removes a session that is being released.
    func remove(_ session: SKTestSession) {
        let id = ObjectIdentifier(session)
        references.withLock { $0.removeAll { $0.id == id } }
    }

    /// The session with this store, if it was not released.
    package func session(of store: Store?) -> SKTestSession? {
        // The references are followed after the lock: releasing a session takes it again.
        references.withLock { $0 }.lazy.compactMap(\.session).first { $0.storeInUse === store }
    }
}
