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

extension TextStyle {
    /// Returns names with values, one a line, the values aligned; one without a value is left out.
    func list(_ items: [(name: String, value: String?)]) -> String {
        let items = items.filter { $0.value != nil }
        let width = items.map(\.name.displayWidth).max() ?? 0
        return items.map { name, value in
            let space = String(repeating: " ", count: width - name.displayWidth)
            return dim(name) + space + "  " + (value ?? "") + "\n"
        }
        .joined()
    }

    /// A state of a transaction or a subscription in its colour; other words stay as they are.
    func state(_ word: String) -> String {
        switch word {
        case "purchased", "subscribed", "inGracePeriod": green(word)
        case "deferred", "scheduled", "inBillingRetryPeriod", "refundRequested": yellow(word)
        case "failed", "refunded", "revoked", "expired": red(word)
        default: word
        }
    }
}
