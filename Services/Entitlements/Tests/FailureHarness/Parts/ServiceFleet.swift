import Foundation
import Synchronization

/// The processes of the service on one database.
final class ServiceFleet: Sendable {
    /// The configuration for starting processes.
    struct Plan: Sendable {
        /// The program.
        var program: String
        var environment: [String: String]
        /// The words before the program, for each process.
        var launchers: [[String]] = [[], [], []]
    }

    private struct Slot {
        var process: ServiceProcess
        /// Whether the process was killed and not restarted.
        var isDown = false
    }

    private let plan: Plan
    private let log: DeliveryLog
    private let slots: Mutex<[Slot]>

    /// Starts the processes, and waits until they listen.
    init(_ plan: Plan, _ log: DeliveryLog) async throws {
        self.plan = plan
        self.log = log
        var slots: [Slot] = []
        for index in plan.launchers.indices {
            slots.append(Slot(process: try Self.start(index, plan)))
        }
        self.slots = Mutex(slots)
        for slot in slots { try await listening(slot.process) }
    }

    private static func start(_ index: Int, _ plan: Plan) throws -> ServiceProcess {
        try ServiceProcess(
            plan.launchers[index] + [plan.program, "serve"],
            environment: plan.environment
        )
    }

    private func listening(_ process: ServiceProcess) async throws {
        await log.wait(for: "listening") { _ in process.url != nil || process.isEnded }
        guard process.url != nil else { throw HarnessError("the service: \(process.log)") }
    }

    var count: Int { plan.launchers.count }

    /// The addresses of the processes that were not killed.
    var urls: [String] {
        slots.withLock { $0.filter { !$0.isDown }.compactMap(\.process.url) }
    }

    func url(of index: Int) -> String? { slots.withLock { $0[index].process.url } }

    /// Kills a process at once.
    func kill(_ index: Int) async {
        let process = slots.withLock { slots in
            slots[index].isDown = true
            return slots[index].process
        }
        process.send("KILL")
        await process.ended()
    }

    /// Starts a process that was killed.
    func restart(_ index: Int) async throws {
        let process = try Self.start(index, plan)
        try await listening(process)
        slots.withLock { $0[index] = Slot(process: process) }
    }

    /// Reports the processes that ended unexpectedly.
    func audit() {
        for slot in slots.withLock({ $0 }) where !slot.isDown && slot.process.isEnded {
            log.problem("a process of the service ended by itself: \(slot.process.log)")
        }
    }

    /// The last lines of the processes' logs.
    var logs: String {
        slots.withLock { $0 }.map(\.process.log).joined(separator: "\n--\n")
    }

    /// Kills all processes.
    func end() async {
        for index in plan.launchers.indices where !slots.withLock({ $0[index].isDown }) {
            await kill(index)
        }
    }
}

/// An error of the harness itself.
struct HarnessError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
