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
        case nil: try await GuidedDemo().run()
        case "--interactive": try await InteractiveDemo().run()
        case InterruptedPurchase.firstLaunch: try await InterruptedPurchase.purchaseAndCrash()
        case InterruptedPurchase.nextLaunch: await InterruptedPurchase.completeAtNextLaunch()
        case "--help", "-h": Terminal.write(usage)
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

/// Input and output of the demo.
enum Terminal {
    enum Voice: String {
        case customer
        case parent
        case app
        case narrator = "..."
    }

    static func heading(_ text: String) {
        write("\n" + (isTerminal ? "\u{1B}[1m\(text)\u{1B}[0m" : text))
    }

    static func say(_ voice: Voice, _ text: String) {
        write("  " + voice.rawValue.padded(to: 10) + text)
    }

    static func row(_ title: String, _ text: String) {
        write("  " + title.padded(to: 22) + text)
    }

    static func write(_ line: String) {
        show(line + "\n")
    }

    /// Shows a prompt and waits for a line; nil at the end of the input.
    static func ask(_ question: String) -> String? {
        show(question + " ")
        return readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    }

    // Unbuffered, so that the output of the processes that the demo starts keeps its order.
    private static func show(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    private static let isTerminal = isatty(STDOUT_FILENO) == 1
}

extension String {
    /// The text in a column of a table.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
