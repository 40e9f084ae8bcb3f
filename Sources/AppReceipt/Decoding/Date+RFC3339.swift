package import Foundation

extension Date {
    /// The date as RFC 3339 has it, in UTC, with milliseconds: `2024-06-01T12:00:00.000Z`.
    ///
    /// Unlike Foundation's formatter, it needs no calendar and no lock.
    package var rfc3339: String {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        let seconds = (milliseconds / 1000).rounded(.down)
        let whole = ReceiptDate.text(Date(timeIntervalSince1970: seconds))
        guard whole.hasSuffix("Z") else { return whole }
        let fraction = String(Int(milliseconds - seconds * 1000))
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return whole.dropLast() + "." + zeros + fraction + "Z"
    }

    /// The date as ``rfc3339``, without a fraction if that is zero.
    package var shortRFC3339: String {
        let text = rfc3339
        return text.hasSuffix(".000Z") ? text.dropLast(5) + "Z" : text
    }

    /// Decodes a date as RFC 3339 has it, in UTC or with an offset; `nil` for another string.
    package init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        let slice = bytes[...]
        guard let date = ReceiptDate.parse(slice.indices, in: slice.span) else { return nil }
        self = date
    }
}
