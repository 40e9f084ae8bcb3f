import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import TestSupport
import Testing

/// Also to be run under the thread sanitizer.
@Suite("Many sessions at once", .timeLimit(.minutes(20)))
struct ManySessionsTests {
    @Test("Many tests at once each meet their own session and nothing else")
    func isolation() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<TestVolume.count(20, all: 200) {
                group.addTask {
                    try await StoreScope.runTest({ try SKTestSession.make() }) { session in
                        try await Customer(number, session).live()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("Of many tests nothing is left: no session, no queue, no facade")
    func releasing() async throws {
        let released = Recorder<Witness.Kind>()
        let tests = TestVolume.count(30, all: 1_000)
        for number in 0..<tests {
            try StoreScope.runTest({ try SKTestSession.make() }) { session in
                let ofStore = Witness(.store, released)
                session.store.confirmationPolicy = .ask { _ in
                    withExtendedLifetime(ofStore) { true }
                }
                let ofFacade = Witness(.facade, released)
                SwiftyStoreKit.completeTransactions { _ in withExtendedLifetime(ofFacade) {} }
                StoreScope.current.member { ScopeWitness(Witness(.scope, released)) }
                guard number.isMultiple(of: 10) else { return }
                // A purchase without a waiting caller, and a stream that stays open.
                SwiftyStoreKit.purchaseProduct(SampleProducts.hints) { _ in
                    withExtendedLifetime(ofFacade) {}
                }
                let updates = SwiftyStoreKit.purchaseUpdates
                _ = Task { for await _ in updates {} }
                _ = Task { for await _ in Transaction.updates {} }
            }
        }
        for kind in Witness.Kind.allCases {
            let count = await released.wait { $0.count { $0 == kind } == tests }
                .count { $0 == kind }
            #expect(count == tests, "\(kind)")
        }
    }
}

/// Records the release of its owner.
private final class Witness: Sendable {
    enum Kind: CaseIterable {
        case store, facade, scope
    }

    private let kind: Kind
    private let released: Recorder<Kind>

    init(_ kind: Kind, _ released: Recorder<Kind>) {
        self.kind = kind
        self.released = released
    }

    deinit { released.record(kind) }
}

private final class ScopeWitness: StoreScopeMember {
    private let witness: Witness

    init(_ witness: Witness) { self.witness = witness }
}
