// Apple's session has no store in which something could go wrong.
#if !canImport(Darwin)
public import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import Testing
import XCTest

/// The details of a session in a failing test: unknown products, and the fault plan.
enum FaultReport {
    /// Adds the session's seed to every issue of a test.
    static func namingSeed(
        in test: Test,
        _ testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // Issues may be recorded outside of a scope, such as in callbacks.
        let scope = StoreScope.current
        let trait = IssueHandlingTrait.compactMapIssues { issue in
            guard let text = scope.run({ currentText }) else { return issue }
            var issue = issue
            issue.comments.append(Comment(rawValue: text))
            return issue
        }
        try await trait.provideScope(for: test, testCase: testCase) {
            do {
                try await function()
            } catch {
                guard let text = currentText, isIssue(error) else { throw error }
                // An error that is thrown out of here would be recorded without this comment.
                throw FaultPlanFailure(underlyingError: error, report: text)
            }
        }
    }

    /// The error of code with a session, with the session's seed.
    static func failure(of session: SKTestSession, because error: any Error) -> any Error {
        guard let text = report(about: session), !(error is CancellationError) else { return error }
        return FaultPlanFailure(underlyingError: error, report: text)
    }

    /// Whether the error is not recorded yet, and is a failure.
    private static func isIssue(_ error: any Error) -> Bool {
        !(error is ExpectationFailedError) && !(error is CancellationError)
    }

    /// The report about the session of the calling test; `nil` without anything to report.
    static var currentText: String? {
        (try? SKTestSession.current).flatMap { report(about: $0) }
    }

    /// The products that were asked for in vain, and the plan.
    private static func report(about session: SKTestSession) -> String? {
        let unknownProducts = StoreScope.local?.diagnostics.unknownProducts ?? []
        let lines = unknownProducts + [text(about: session)].compactMap(\.self)
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// The longest log that a report quotes, in events.
    private static let logLimit = 50

    /// The seed, how to repeat the run, and the log; `nil` without a plan.
    static func text(about session: SKTestSession) -> String? {
        guard let plan = session.faultPlan else { return nil }
        let events = session.faultLog.events
        let omitted = events.count - min(events.count, logLimit)
        let log = events.suffix(logLimit).map { "  \($0)" }
        return """
            The fault plan has the seed \(plan.seed). STOREKIT_FAULT_SEED=\(plan.seed) in the \
            environment repeats it. \
            What happened\(omitted > 0 ? ", without the first \(omitted)" : ""):
            \(log.isEmpty ? "  nothing" : log.joined(separator: "\n"))
            """
    }
}

/// An error of a test whose session has a fault plan, or has no product that was asked for.
public struct FaultPlanFailure: LocalizedError, CustomStringConvertible {
    /// The error of the test.
    public let underlyingError: any Error
    let report: String

    /// The error of the test, and how to repeat the run.
    public var errorDescription: String? { description }

    /// The error of the test, and how to repeat the run.
    public var description: String { "\(underlyingError). \(report)" }
}

/// The libraries that run tests, as `RunningTest` finds them.
final class TestLibrary: RunningTestLibrary {
    private static let recorded = Locked<[Test.ID: Set<String>]>([:])

    static var moduleName: String? { Test.current?.sourceLocation.moduleName }

    static func record(_ issue: String) {
        // XCTest takes failures of its own tests alone.
        guard let test = Test.current else { return XCTFail(issue) }
        let isNew = recorded.withLock { $0[test.id, default: []].insert(issue).inserted }
        guard isNew else { return }
        Issue.record(Comment(rawValue: issue), sourceLocation: test.sourceLocation)
    }
}

/// Names the seed of the session's fault plan below each failure of a test of XCTest.
final class SeedObserver: XCTestObservation {
    private static let isRegistered: Void = XCTestObservationCenter.shared
        .addTestObserver(SeedObserver())

    /// Observes all failures of the process from now on.
    static func register() {
        isRegistered
    }

    /// Called on the thread of the failure, in whose task the session is set.
    func testCase(
        _ testCase: XCTestCase,
        didFailWithDescription description: String,
        inFile file: String?,
        atLine line: Int
    ) {
        guard let text = FaultReport.currentText else { return }
        let place = file.map { "\($0):\(line): " } ?? ""
        // XCTest doesn't allow adding to a failure, so this is a line of its own.
        let note = Data("\(place)note: \(testCase.name) : \(text)\n".utf8)
        try? FileHandle.standardError.write(contentsOf: note)
    }
}
#endif
