// Apple's framework has one environment for all processes, so it has no separate stores.
#if !canImport(Darwin)
public import Foundation
import LocalAppStore
import StoreKit
public import StoreKitTest

/// Runs code with a session of its own, for tests of XCTest.
///
/// The app's calls in `body`, and their callbacks, use this session. When `body` has returned,
/// calls that still wait for the session fail, and iterations such as those of
/// `Transaction.updates` end.
///
/// - Parameters:
///   - filename: The name of a `.storekit` file in the resources of the caller's module, beside the
///     program, in the other resource bundles there, or in the current folder.
///   - date: The date at which the session's time stands still until `body` advances it; without
///     one, the session follows the system's clock.
///   - state: The state that the customer's subscription is in, as at a later launch of the app;
///     `nil` for a customer without one.
///   - productIdentifier: The product of that subscription; `nil` for the first that fits.
///   - plan: The planned failures; `STOREKIT_FAULT_SEED` in the environment replaces the plan's
///     seed. An error of `body` then becomes a ``FaultPlanFailure``, which names the seed.
///   - fileID: The file of the caller, whose module's resources are searched first.
///   - body: Called once, with the session.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`, or one about the file.
public func withStore<Result>(
    _ filename: String,
    startingAt date: Date? = nil,
    in state: SKTestSession.SubscriptionState? = nil,
    of productIdentifier: String? = nil,
    faults plan: FaultPlan? = nil,
    fileID: String = #fileID,
    _ body: (SKTestSession) throws -> Result
) throws -> Result {
    try runTest(body) {
        try SKTestSession(named: filename, startingAt: date, fileID: fileID)
            .begun(in: state, of: productIdentifier, faults: plan)
    }
}

/// Runs code with a session of its own, of the file at a URL.
///
/// - Returns: The result of `body`.
/// - Throws: The error of `body`, or one about the file.
public func withStore<Result>(
    contentsOf fileURL: URL,
    startingAt date: Date? = nil,
    in state: SKTestSession.SubscriptionState? = nil,
    of productIdentifier: String? = nil,
    faults plan: FaultPlan? = nil,
    _ body: (SKTestSession) throws -> Result
) throws -> Result {
    try runTest(body) {
        try SKTestSession(contentsOf: fileURL, clock: .starting(at: date))
            .begun(in: state, of: productIdentifier, faults: plan)
    }
}

/// Runs code with a session of its own, for asynchronous tests of XCTest.
///
/// `body` runs on the caller's actor. The app's calls use this session from every task that `body`
/// starts, too. All else is as with the form for tests that are not `async`.
///
/// - Returns: The result of `body`.
/// - Throws: The error of `body`, or one about the file.
public func withStore<Result>(
    _ filename: String,
    startingAt date: Date? = nil,
    in state: SKTestSession.SubscriptionState? = nil,
    of productIdentifier: String? = nil,
    faults plan: FaultPlan? = nil,
    fileID: String = #fileID,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (SKTestSession) async throws -> Result
) async throws -> Result {
    try await runTest(body) {
        try SKTestSession(named: filename, startingAt: date, fileID: fileID)
            .begun(in: state, of: productIdentifier, faults: plan)
    }
}

/// Runs code with a session of its own, of the file at a URL.
///
/// - Returns: The result of `body`.
/// - Throws: The error of `body`, or one about the file.
public func withStore<Result>(
    contentsOf fileURL: URL,
    startingAt date: Date? = nil,
    in state: SKTestSession.SubscriptionState? = nil,
    of productIdentifier: String? = nil,
    faults plan: FaultPlan? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (SKTestSession) async throws -> Result
) async throws -> Result {
    try await runTest(body) {
        try SKTestSession(contentsOf: fileURL, clock: .starting(at: date))
            .begun(in: state, of: productIdentifier, faults: plan)
    }
}

private func runTest<Result>(
    _ body: (SKTestSession) throws -> Result,
    _ makeSession: () throws -> SKTestSession
) throws -> Result {
    try StoreScope.runTest(makeSession) { session in
        do {
            return try body(session)
        } catch {
            throw FaultReport.failure(of: session, because: error)
        }
    }
}

private func runTest<Result>(
    _ body: (SKTestSession) async throws -> Result,
    isolation: isolated (any Actor)? = #isolation,
    _ makeSession: () throws -> SKTestSession
) async throws -> Result {
    try await StoreScope.runTest(makeSession) { session in
        do {
            return try await body(session)
        } catch {
            throw FaultReport.failure(of: session, because: error)
        }
    }
}

extension SKTestSession {
    fileprivate convenience init(
        named filename: String,
        startingAt date: Date?,
        fileID: String
    ) throws {
        try self.init(
            configurationFileNamed: filename,
            ofModule: fileID.split(separator: "/").first.map(String.init),
            clock: .starting(at: date)
        )
    }

    /// The session whose store the calling test uses.
    ///
    /// That is the one of the trait `.store` or of `withStore`, unless the test has made a newer
    /// one. Outside of such tests it is the newest session of the process.
    ///
    /// - Throws: An error without a session, or if it was released.
    public static var current: SKTestSession {
        get throws {
            let scope = StoreScope.current
            let store = scope.connection.openedStore
            guard let session = SessionList.of(scope).session(of: store) else {
                throw SessionError(
                    "No session: give the test the trait .store(\"Products.storekit\"), call "
                        + "withStore, or make an SKTestSession."
                )
            }
            return session
        }
    }
}

extension StoreScope {
    /// Runs a test in a scope of its own, which ends with the test.
    package static func runTest<Session, Result>(
        _ makeSession: () throws -> Session,
        _ body: (Session) throws -> Result
    ) throws -> Result {
        let scope = StoreScope()
        defer { scope.end() }
        return try scope.run {
            let session = try makeSession()
            return try withExtendedLifetime(session) { try body(session) }
        }
    }

    /// Runs a test in a scope of its own, which ends with the test.
    package static func runTest<Session, Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ makeSession: () throws -> Session,
        _ body: (Session) async throws -> Result
    ) async throws -> Result {
        let scope = StoreScope()
        defer { scope.end() }
        return try await scope.run {
            let session = try makeSession()
            defer { withExtendedLifetime(session) {} }
            return try await body(session)
        }
    }
}
#endif
