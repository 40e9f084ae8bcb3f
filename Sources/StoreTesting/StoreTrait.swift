// Apple's framework has one environment for all processes, so it has no separate stores.
#if !canImport(Darwin)
public import Foundation
import LocalAppStore
import StoreKit
public import StoreKitTest
public import Testing

/// Gives each test a store of its own; see `Trait.store(_:startingAt:in:of:configure:)`.
public struct _StoreTrait: SuiteTrait, TestTrait, TestScoping {
    /// Makes the session of a test; `nil` if the test makes its sessions itself.
    package typealias MakeSession = @Sendable () throws -> SKTestSession?

    private let makeSession: MakeSession

    /// Every test of a suite has a store of its own, and so has every case of a test.
    public var isRecursive: Bool { true }

    package init(_ makeSession: @escaping MakeSession) {
        self.makeSession = makeSession
    }

    /// Runs one case of a test with its store.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await _EnvironmentTrait.run(for: test) {
            try await StoreScope.runTest(makeSession) { _ in
                try await FaultReport.namingSeed(in: test, testCase, performing: function)
            }
        }
    }
}

extension Test {
    /// Throws an error if a test's last trait of a kind precedes the trait that makes its store.
    ///
    /// Scopes nest in the order of traits, so the trait would meet another store, or none.
    func checkStorePrecedes(_ name: String, _ isOfKind: (any Trait) -> Bool) throws {
        guard let store = traits.lastIndex(where: { $0 is _StoreTrait }),
            let last = traits.lastIndex(where: isOfKind), last < store
        else { return }
        throw SessionError(
            "Write \(name) after .store: a trait applies to the session of the one before it."
        )
    }
}

extension Trait where Self == _StoreTrait {
    /// Gives a test, or each test of a suite, a session of its own.
    ///
    /// The app's calls use this session from the test's task, from every task that it starts, and
    /// in the callbacks: `SKPaymentQueue.default()`, all requests, receipts, and the state of
    /// SwiftyStoreKit. So tests with this trait run at the same time. Calls that still wait for the
    /// session when the test ends fail, and iterations such as those of `Transaction.updates` end.
    ///
    /// Code without a task, such as on a Dispatch queue, cannot be attributed to a test: it uses
    /// the newest session. A detached task uses the session that was made outside of such tests.
    ///
    /// - Parameters:
    ///   - filename: The name of a `.storekit` file in the resources of the test's module, beside
    ///     the program, in the other resource bundles there, or in the current folder.
    ///   - date: The date at which the session's time stands still until the test advances it with
    ///     `SKTestSession.advance(by:)`; without one, the session follows the system's clock.
    ///   - state: The state of the customer's subscription, as at a later launch of the app: the
    ///     transactions that led to it were delivered and finished. `nil` for a customer without a
    ///     subscription.
    ///   - productIdentifier: The product of that subscription; `nil` for the first that fits.
    ///   - configure: Called with the session before the test; `SKTestSession.current` is the
    ///     session later.
    /// - Returns: The trait.
    public static func store(
        _ filename: String,
        startingAt date: Date? = nil,
        in state: SKTestSession.SubscriptionState? = nil,
        of productIdentifier: String? = nil,
        configure: @escaping @Sendable (SKTestSession) throws -> Void = { _ in }
    ) -> Self {
        Self {
            let clock = StoreClock.starting(at: date)
            let session = try SKTestSession(configurationFileNamed: filename, clock: clock)
                .begun(in: state, of: productIdentifier)
            try configure(session)
            return session
        }
    }

    /// Gives a test, or each test of a suite, a session of its own, of the file at a URL.
    ///
    /// All else is as with the form with the name of a file.
    public static func store(
        contentsOf fileURL: URL,
        startingAt date: Date? = nil,
        in state: SKTestSession.SubscriptionState? = nil,
        of productIdentifier: String? = nil,
        configure: @escaping @Sendable (SKTestSession) throws -> Void = { _ in }
    ) -> Self {
        Self {
            let session = try SKTestSession(contentsOf: fileURL, clock: .starting(at: date))
                .begun(in: state, of: productIdentifier)
            try configure(session)
            return session
        }
    }

    /// Gives the sessions that a test makes to that test alone.
    ///
    /// The store is missing until the test, or the `init` of its suite, has made a session.
    public static var separateStore: Self { Self { nil } }
}
#endif
