// Apple's session has no store in which something could go wrong.
#if !canImport(Darwin)
import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import Testing
import XCTest

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
