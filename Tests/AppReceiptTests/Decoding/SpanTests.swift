import Testing

@testable import AppReceipt

@Suite struct SpanTests {
    private func isSame(_ count: Int, _ left: [UInt8], _ right: [UInt8]) -> Bool {
        let (leftSlice, rightSlice) = (left[...], right[...])
        return leftSlice.span.isSame(2..<2 + count, as: 5..<5 + count, of: rightSlice.span)
    }

    private func isPlain(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let slice = bytes[...]
        return slice.span.isASCIIWithoutNUL(range)
    }

    @Test func `ranges are the same exactly if every byte is`() {
        let bytes = (0..<200).map { UInt8($0) }
        for count in 0...100 {
            var other = [7, 7, 7] + bytes.prefix(count + 5)
            #expect(isSame(count, bytes, other))
            for index in 0..<count {
                other[5 + index] ^= 0x80
                #expect(!isSame(count, bytes, other))
                other[5 + index] ^= 0x80
            }
            // What lies around the ranges does not matter.
            other[4] ^= 1
            other[5 + count] ^= 1
            #expect(isSame(count, bytes, other))
        }
    }

    @Test func `a word has its first byte in the lowest bits`() {
        let slice: ArraySlice<UInt8> = [0xFF, 1, 2, 3, 4, 5, 6, 7, 8]
        let word = slice.span.word(at: 1)
        #expect(word == 0x0807_0605_0403_0201)
    }

    @Test(arguments: [8, 9, 15, 16, 17, 40])
    func `plain text has no NUL and nothing beyond ASCII`(count: Int) {
        var bytes = [0xFF] + Array(repeating: 0x7F as UInt8, count: count) + [0]
        #expect(isPlain(bytes, 1..<1 + count))
        for index in 1...count {
            for (value, expected) in [(0, false), (1, true), (0x80, false), (0xFF, false)] {
                bytes[index] = UInt8(value)
                #expect(isPlain(bytes, 1..<1 + count) == expected, "\(value) at \(index)")
            }
            bytes[index] = 0x61
        }
    }
}
