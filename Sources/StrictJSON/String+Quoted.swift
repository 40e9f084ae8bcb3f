import Foundation

extension String {
    /// The string in quotation marks, as errors quote strings of others: one line without invisible
    /// characters, cut off after 60 bytes.
    package var quoted: String { "\"\(escaped(quotationMark: true))\"" }

    /// The string as in ``quoted``, without the quotation marks.
    var escaped: String { escaped(quotationMark: false) }

    private func escaped(quotationMark: Bool) -> String {
        var text = ""
        // One character of Swift's may be thousands of scalars, so bytes are counted.
        for scalar in unicodeScalars {
            let piece = Self.escape(scalar, quotationMark: quotationMark)
            guard text.utf8.count + piece.utf8.count <= 60 else { return text + "..." }
            text += piece
        }
        return text
    }

    /// A scalar, or its escape if it may end a line, steer a terminal, or change how the rest of a
    /// line is shown.
    private static func escape(_ scalar: Unicode.Scalar, quotationMark: Bool) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        case .spaceSeparator where scalar != " ":
            return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default:
            return scalar == "\\" || quotationMark && scalar == "\"" ? "\\\(scalar)" : "\(scalar)"
        }
    }
}

extension String {
    /// Whether the string contains a NUL, where other languages end a string.
    ///
    /// Signed documents are long, and `memchr` compares many bytes at a time.
    package var containsNUL: Bool {
        var text = self
        return text.withUTF8 { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
        }
    }
}
