#if canImport(StoreKitTest) && canImport(Testing)
import Foundation
package import StoreKitTest
public import Testing

/// Gives each test a new session of the process, one test at a time.
///
/// The trait `.store` is this one with Apple's sessions, because they all drive one store. Linux
/// compiles all of it, so the tests on Linux run it, too.
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct _SharedSessionTrait: SuiteTrait, TestTrait, TestScoping {
    /// The session of the test that is running.
    @TaskLocal package static var session: SKTestSession?
    /// The turn of a test's cases; `ExclusiveSession` gives the turn among tests.
    private static let cases = ExclusiveSession.TaskMutex()

    private let makeSession: @Sendable (_ module: String) throws -> SKTestSession

    /// Every test of a suite has a session of its own, and so has every case of a test.
    public var isRecursive: Bool { true }

    package init(
        configuredBy configure: @escaping @Sendable (SKTestSession) throws -> Void,
        _ makeSession: @escaping @Sendable (_ module: String) throws -> SKTestSession
    ) {
        self.makeSession = { module in
            let session = try makeSession(module)
            session.resetToDefaultState()
            session.clearTransactions()
            // A test has no customer who would confirm a purchase.
            session.disableDialogs = true
            try configure(session)
            return session
        }
    }

    /// The trait for a test as a whole, and again for each of its cases.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        test.isSuite ? nil : self
    }

    /// Waits for a whole test's turn, outside of its time limit, or runs one case with its session.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else {
            return try await ExclusiveSession.exclusiveSession
                .provideScope(for: test, testCase: nil, performing: function)
        }
        // A trait of the test inside that of its suite: the turn is taken.
        if Self.session != nil { return try await run(function, in: test) }
        try await Self.cases.take { try await run(function, in: test) }
    }

    private func run(
        _ function: @Sendable () async throws -> Void,
        in test: Test
    ) async throws {
        let session = try makeSession(test.sourceLocation.moduleName)
        try await Self.$session.withValue(session, operation: function)
    }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
extension Trait where Self == _SharedSessionTrait {
    /// The trait with the session of a file that is in the test module's resources, or else where
    /// `SKTestSession(configurationFileNamed:)` finds it.
    package static func sharedSession(
        _ filename: String,
        configure: @escaping @Sendable (SKTestSession) throws -> Void = { _ in }
    ) -> Self {
        Self(configuredBy: configure) { module in
            let name = filename.hasSuffix(".storekit") ? String(filename.dropLast(9)) : filename
            guard let file = Bundle.file(named: name, inResourcesOf: module) else {
                return try SKTestSession(configurationFileNamed: name)
            }
            return try SKTestSession(contentsOf: file)
        }
    }
}

/// An error of a call that a session cannot perform.
///
/// Swift Testing prints the description, and no localized one.
struct SessionError: LocalizedError, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    var errorDescription: String? { description }
}

extension Bundle {
    /// The `.storekit` file in the bundle that SwiftPM makes of a test module's resources.
    ///
    /// Only the module itself can name that bundle, as `Bundle.module`: it is inside the test's
    /// bundle or beside it, and its name ends in the target's.
    package static func file(named name: String, inResourcesOf module: String) -> URL? {
        let folders = ([main] + allBundles).flatMap {
            [$0.resourceURL, $0.bundleURL.deletingLastPathComponent()]
        }
        let names = folders.compactMap(\.self).flatMap { folder in
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
            return (names ?? []).map(folder.appendingPathComponent)
        }
        return names.lazy.filter { $0.isBundle(ofTarget: module) }
            .compactMap { Bundle(url: $0)?.url(forResource: name, withExtension: "storekit") }
            .first
    }
}

extension URL {
    /// Whether the name belongs to a target's bundle, such as `Shop_ShopTests.bundle`.
    fileprivate func isBundle(ofTarget module: String) -> Bool {
        ["bundle", "resources"].contains(pathExtension)
            && deletingPathExtension().lastPathComponent.replacingOccurrences(of: "-", with: "_")
                .hasSuffix("_" + module)
    }
}
#endif
