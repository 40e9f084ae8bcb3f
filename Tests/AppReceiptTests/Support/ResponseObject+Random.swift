@testable import AppReceipt

extension ResponseObject {
    /// Foundation on Linux reads negative numbers of 19 digits as decimal ones that equal no other
    /// number.
    private static let lowest: Int64 = -999_999_999_999_999_999

    /// An object of any shape up to some depth, with names that differ and texts of any characters.
    static func random(
        depth: Int,
        using generator: inout some RandomNumberGenerator
    ) -> ResponseObject {
        var object = ResponseObject()
        for index in 0..<Int.random(in: 0...5, using: &generator) {
            let name = "\(index)" + text(using: &generator)
            switch Int.random(in: 0...(depth > 0 ? 3 : 1), using: &generator) {
            case 0: object.add(name, "." + text(using: &generator))
            case 1: object.add(name, Int64.random(in: lowest ... .max, using: &generator))
            case 2: object.add(name, random(depth: depth - 1, using: &generator))
            default: object.add(name, list(depth: depth - 1, using: &generator))
            }
        }
        return object
    }

    private static func list(
        depth: Int,
        using generator: inout some RandomNumberGenerator
    ) -> [ResponseObject] {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            random(depth: depth, using: &generator)
        }
    }

    private static func text(using generator: inout some RandomNumberGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            text.unicodeScalars.append(scalar(using: &generator))
        }
        return text
    }

    private static func scalar(using generator: inout some RandomNumberGenerator) -> Unicode.Scalar
    {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x7F, 0...0x1F, 0x22...0x22, 0x5C...0x5C, 0x80...0x7FF, 0x2028...0x2029,
            0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
        ]
        let range = ranges[Int.random(in: ranges.indices, using: &generator)]
        return Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "?"
    }
}
