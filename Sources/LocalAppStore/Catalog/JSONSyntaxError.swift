/// Where bytes stop being JSON, and what was expected there.
struct JSONSyntaxError: Error, Equatable {
    let offset: Int
    let reason: String

    /// The place as an editor shows it: lines and columns count from 1, columns in Unicode scalars.
    func place(in bytes: [UInt8]) -> String {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        return "line \(line), column \(column)"
    }
}
