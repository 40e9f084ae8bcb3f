// StoreKit on Linux asks for it by its name.
#if !canImport(Darwin)
import LocalAppStore
import StoreKit
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
#endif
