/// A string that is compared by its bytes in UTF-8, as SQLite does.
///
/// `String` compares by canonical equivalence: "é" in one scalar equals "é" in two. To the ledger
/// and the App Store these are different identifiers.
package struct ByteExactString: Hashable, Sendable {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package static func == (left: ByteExactString, right: ByteExactString) -> Bool {
        left.string.utf8.elementsEqual(right.string.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
    }
}
