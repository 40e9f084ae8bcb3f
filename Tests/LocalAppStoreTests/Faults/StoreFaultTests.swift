import Foundation
import Testing

@testable import LocalAppStore

@Suite("Faults of an open store")
struct StoreFaultTests {
    @Test("A commit that fails charges nothing")
    func failedCommit() throws {
        let store = try Store.make()
        store.faults.plan = try FaultPlan(seed: 0, rules: [.at(.commit, .failedCommit, .nth(1))])
        #expect(throws: StoreError.self) { try store.pay("coins") }
        #expect(try store.entries().isEmpty)
        #expect(try store.pay("coins").state == .purchased)
    }

    @Test("An uncertain commit charges, and says that it may have")
    func uncertainCommit() throws {
        let store = try Store.make()
        store.faults.plan = try FaultPlan(seed: 0, rules: [.at(.commit, .uncertainCommit)])
        #expect(throws: StoreError.uncertainChange(path: ":memory:")) { try store.pay("coins") }
        let entry = try #require(try store.unfinishedEntries().first)
        #expect(entry.state == .purchased)
        #expect(store.faults.withholds(entry))
        store.faults.noteLaunch()
        #expect(!store.faults.withholds(entry))
    }

    @Test("What is bought outside of the app meets no faults")
    func outside() throws {
        let store = try Store.make()
        store.faults.plan = try FaultPlan(seed: 0, rules: [.at(.commit, .failedCommit)])
        _ = try store.buy(PaymentRequest(productID: "coins", isMadeOutsideApp: true))
        #expect(store.faults.log.events.isEmpty)
    }

    @Test("The log numbers the events of each point, and can be read")
    func log() throws {
        let store = try Store.make()
        #expect(store.faults.failure(at: .payment, of: "coins") == nil)
        #expect(store.faults.log == FaultLog())
        store.faults.plan = try FaultPlan(seed: 0, rules: [.at(.payment, .networkDown, .nth(2))])
        _ = store.faults.failure(at: .payment, of: "coins")
        _ = store.faults.failure(at: .delivery, of: "coins")
        _ = store.faults.failure(at: .payment, of: "level")
        #expect(
            store.faults.log.description == """
                payment 1 coins: no fault
                delivery 1 coins: no fault
                payment 2 level: networkDown
                """
        )
        #expect(store.faults.log.events(at: .payment).map(\.subject) == ["coins", "level"])
        store.faults.plan = nil
        #expect(store.faults.log.events.isEmpty)
    }

    @Test("What is delayed comes when the clock is advanced far enough, in the order of the dates")
    func delays() throws {
        let store = try Store.make()
        let calls = Locked<[Int]>([])
        for (number, seconds) in [3.0, 1, 2, 1].enumerated() {
            store.faults.after(seconds) { calls.withLock { $0.append(number) } }
        }
        store.clock.advance(by: 0.5)
        #expect(calls.withLock { $0 } == [])
        store.clock.advance(by: 2)
        #expect(calls.withLock { $0 } == [1, 3, 2])
        store.faults.releaseWaiting()
        #expect(calls.withLock { $0 } == [1, 3, 2, 0])
        store.clock.advance(by: 9)
        #expect(calls.withLock { $0.count } == 4)
    }

    @Test("With the system's clock a timer ends the delay", .timeLimit(.minutes(10)))
    func timer() async throws {
        let store = try Store.make(clock: .system())
        await withCheckedContinuation { continuation in
            store.faults.after(0.01) { continuation.resume() }
        }
    }

    @Test("An answer without purchases has all else")
    func emptyBody() throws {
        let body = Data(
            #"{"status": 0, "latest_receipt_info": [1], "receipt": {"in_app": [1], "a": 2}}"#.utf8
        )
        let empty = FaultPlan.Failure.emptyAnswer.responseBody(insteadOf: body)
        let json = try #require(JSONSerialization.jsonObject(with: empty) as? [String: Any])
        #expect(json["status"] as? Int == 0)
        #expect(json["latest_receipt_info"] == nil)
        let receipt = try #require(json["receipt"] as? [String: Any])
        #expect((receipt["in_app"] as? [Any])?.isEmpty == true)
        #expect(receipt["a"] as? Int == 2)
    }

    @Test(
        "An answer that can have no purchases stays as it is",
        arguments: ["", "[1]", "<html>", #"{"status":21003}"#]
    )
    func bodyWithoutPurchases(text: String) {
        let body = Data(text.utf8)
        #expect(FaultPlan.Failure.emptyAnswer.responseBody(insteadOf: body) == body)
    }

    @Test("The environment names a plan and a seed, and both are read strictly")
    func environment() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("plan.json").path
        var environment = ["STOREKIT_FAULTS": path, "STOREKIT_FAULT_SEED": "12"]
        try Data(#"{"seed": 1, "rules": []}"#.utf8).write(to: folder.file("plan.json"))
        #expect(try FaultPlan(from: environment)?.seed == 12)
        environment["STOREKIT_FAULT_SEED"] = "twelve"
        let seed = #expect(throws: FaultPlan.FormatError.self) { try FaultPlan(from: environment) }
        #expect(seed?.localizedDescription.hasPrefix("STOREKIT_FAULT_SEED: expected") == true)
        environment["STOREKIT_FAULT_SEED"] = nil
        try Data(#"{"seed": 1, "seed": 2, "rules": []}"#.utf8).write(to: folder.file("plan.json"))
        let twice = #expect(throws: FaultPlan.FormatError.self) { try FaultPlan(from: environment) }
        #expect(twice?.path == "\(path), seed")
    }
}
