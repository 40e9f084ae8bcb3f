import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import XCTest

/// Failures of XCTest name the seed of their session's fault plan.
final class SeedTests: XCTestCase {
    func testEachFailureNamesTheSeed() throws {
        let output = try FailingTests.output()
        for name in ["testFails", "testFailsLater", "testSetsItsPlan"] {
            let notes = output.split(separator: "\n").filter {
                $0.contains("note: FailingTests.\(name) : The fault plan has the seed 4711.")
            }
            XCTAssertEqual(notes.count, 1, output)
            XCTAssertTrue(notes.allSatisfy { $0.contains("SeedTests.swift:") }, output)
        }
        XCTAssertTrue(output.contains("payment 1 \(SampleProducts.hints): networkDown"), output)
        XCTAssertFalse(output.contains("note: FailingTests.testHasNoPlan"), output)
    }
}

/// Tests that fail, for another process.
final class FailingTests: XCTestCase {
    private static let variable = "FAILING_TESTS"

    /// The output of a process that runs these tests.
    fileprivate static func output() throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["StoreKitTestTests.FailingTests", "--testing-library", "xctest"]
        process.environment = ProcessInfo.processInfo.environment
            .merging([variable: "1"]) { $1 }
            .filter { $0.key != "STOREKIT_FAULT_SEED" }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        XCTAssertNotEqual(process.terminationStatus, 0)
        return String(decoding: data, as: UTF8.self)
    }

    private var plan: FaultPlan {
        get throws { try FaultPlan(seed: 4711, rules: [.at(.payment, .networkDown)]) }
    }

    override func setUpWithError() throws {
        try XCTSkipIf(ProcessInfo.processInfo.environment[Self.variable] == nil)
    }

    func testFails() throws {
        try withStore(contentsOf: SampleProducts.file, faults: plan) { session in
            SwiftyStoreKit.purchaseProduct(SampleProducts.hints) { _ in }
            session.deliveries()
            XCTAssertEqual(session.allTransactions().count, 1)
        }
    }

    func testFailsLater() async throws {
        try await withStore(contentsOf: SampleProducts.file, faults: plan) { session in
            _ = try? await SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
            XCTFail("It failed.")
        }
    }

    func testSetsItsPlan() throws {
        try withStore(contentsOf: SampleProducts.file) { session in
            session.faultPlan = try plan
            let called = expectation(description: "called")
            SwiftyStoreKit.purchaseProduct(SampleProducts.hints) { _ in
                XCTFail("It failed.")
                called.fulfill()
            }
            wait(for: [called], timeout: 60)
        }
    }

    func testHasNoPlan() throws {
        try withStore(contentsOf: SampleProducts.file) { _ in XCTFail("It failed.") }
    }
}
