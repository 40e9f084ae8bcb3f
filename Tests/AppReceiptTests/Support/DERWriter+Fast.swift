@testable import AppReceipt

extension DERWriter {
    /// A sequence of large members, which takes long to join octet by octet where nothing is
    /// optimized.
    static func fastSequence(_ members: [[UInt8]]) -> [UInt8] {
        element(Tag.sequence, members.reduce(into: []) { $0 += $1 })
    }

    /// Elements inside each other, with nothing in the innermost.
    static func nested(_ tag: UInt8, depth: Int) -> [UInt8] {
        var headers: [[UInt8]] = []
        var count = 0
        for _ in 0..<depth {
            let whole = element(tag, Array(repeating: 0, count: count))
            headers.append(Array(whole.prefix(whole.count - count)))
            count = whole.count
        }
        return headers.reversed().reduce(into: []) { $0 += $1 }
    }
}
