import CLibpq
import Foundation

/// A statement whose values are encoded, so that one that cannot be is refused before anything is
/// sent.
struct EncodedStatement: Sendable {
    let text: String
    private var bytes: [UInt8] = []
    /// Where each value begins; `nil` for `NULL`.
    private var offsets: [Int?] = []

    /// The limit of the protocol.
    private static let largestCount = 65_535
    /// The limit of PostgreSQL for a value, which libpq's memory bears.
    private static let largestSize = 0x3fff_ffff

    init(_ statement: Statement) throws(SQLError) {
        text = statement.text
        // libpq would run the text before it.
        guard !text.hasNull else { throw .unrepresentable("a statement with U+0000") }
        guard statement.values.count <= Self.largestCount else {
            throw .unrepresentable("more than \(Self.largestCount) values")
        }
        for value in statement.values {
            let offset = bytes.count
            offsets.append(try value.append(to: &bytes) ? offset : nil)
            guard bytes.count <= Self.largestSize else {
                throw .unrepresentable("values of more than a gigabyte")
            }
        }
    }

    /// Sends the statement, as prepared by a name or as a whole; libpq copies it.
    func send(as name: String?, by handle: OpaquePointer) -> Bool {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
            let count = Int32(pointers.count)
            guard let name else {
                return PQsendQueryParams(handle, text, count, nil, pointers, nil, nil, 0) == 1
            }
            return PQsendQueryPrepared(handle, name, count, pointers, nil, nil, 0) == 1
        }
    }
}
