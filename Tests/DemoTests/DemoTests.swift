import Foundation
import Testing

@Suite("The demo", .timeLimit(.minutes(20)))
struct DemoTests {
    @Test func `The tour prints what it always prints`() async throws {
        let run = try await DemoRun()
        #expect(run.status == 0)
        #expect(try run.output == Snapshot.text("demo"))
    }

    @Test func `A person chooses, confirms, cancels, approves and restores`() async throws {
        let typed = ["3", "y", "1", "n", "x", "a", "2", "y", "y", "1", "y", "n", "r", "q"]
        let run = try await DemoRun(["--interactive"], typing: typed.joined(separator: "\n") + "\n")
        #expect(run.status == 0)
        #expect(try run.output == Snapshot.text("interactive"))
    }

    @Test func `The end of the input says goodbye`() async throws {
        let run = try await DemoRun(["--interactive"])
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("Goodbye, and mind the tide.\n"))
    }

    @Test func `An unknown option is answered with the usage`() async throws {
        let run = try await DemoRun(["--interactve"])
        #expect(run.status == EX_USAGE)
        #expect(run.output.hasPrefix("usage: demo [--interactive]\n"))
    }
}
