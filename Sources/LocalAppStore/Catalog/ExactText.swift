/// A text that equals another one only if their octets in UTF-8 do, as SQLite compares.
///
/// To `String`, "é" in one scalar equals "é" in two; the ledger keeps them apart, and so does the
/// App Store.
struct ExactText: Hashable {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for octet in text.utf8 { hasher.combine(octet) }
    }
}
