/// Colours of a terminal; without one, text stays plain.
struct TextStyle {
    private let isColored: Bool

    /// A style with colours only on a terminal that has them, and if `NO_COLOR` is not set.
    init(_ console: Console, isError: Bool = false) {
        let isTerminal = isError ? console.isErrorTerminal : console.isOutputTerminal
        isColored =
            isTerminal && console.variable("NO_COLOR") == nil
            && console.variable("TERM") != "dumb"
    }

    func bold(_ text: String) -> String { colored(text, 1) }
    func dim(_ text: String) -> String { colored(text, 2) }
    func red(_ text: String) -> String { colored(text, 31) }
    func green(_ text: String) -> String { colored(text, 32) }
    func yellow(_ text: String) -> String { colored(text, 33) }

    private func colored(_ text: String, _ code: Int) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
