import Foundation

/// Teacup Bay, a small game's shop in the terminal.
@main
@MainActor
enum Demo {
    static func main() async {
        do {
            try await run(CommandLine.arguments.dropFirst().first)
        } catch {
            fail("The demo stops: \(error.localizedDescription)", status: EXIT_FAILURE)
        }
    }

    private static func run(_ option: String?) async throws {
        switch option {
        case nil: try await Tour().play()
        case "--interactive": try await Counter().open()
        case PowerCut.payingLaunch: try await PowerCut.payAndVanish()
        case PowerCut.nextLaunch: await PowerCut.launchAgain()
        case "--help", "-h": Screen.write(usage)
        default: fail(usage, status: EX_USAGE)
        }
    }

    private static func fail(_ text: String, status: Int32) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(status)
    }

    private static let usage = """
        usage: demo [--interactive]

        Without an option a customer, a parent and an App Store play a short tour by
        themselves. With --interactive you are the customer, and the parent.
        """
}
