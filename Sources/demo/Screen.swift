import Foundation

/// The terminal, as the demo uses it.
enum Screen {
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
        write("  " + voice.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0) + text)
    }

    static func write(_ line: String) {
        show(line + "\n")
    }

    /// Asks and waits for a line; nil at the end of the input.
    static func ask(_ question: String) -> String? {
        show(question + " ")
        return readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    }

    // Unbuffered, so that the lines of the launches that the tour starts fall into place.
    private static func show(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    private static let isTerminal = isatty(STDOUT_FILENO) == 1
}
