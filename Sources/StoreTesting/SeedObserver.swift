// Apple's session has no store in which something could go wrong.
#if !canImport(Darwin)
import Foundation
import LocalAppStore
import StoreKitTest
import XCTest

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
