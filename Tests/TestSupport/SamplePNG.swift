package import Foundation

/// A PNG image with a header and data that no decoder reads.
package struct SamplePNG: Sendable {
    package var width: UInt32
    package var height: UInt32
    package var bitDepth: UInt8 = 8
    /// 2 for colours without transparency.
    package var colorType: UInt8 = 2
    package var compression: UInt8 = 0
    package var interlace: UInt8 = 0
    /// The types of the chunks after the header.
    package var chunks = ["IDAT", "IEND"]

    /// Makes an image, by default of the smallest full size.
    package init(width: UInt32 = 3840, height: UInt32 = 160) {
        self.width = width
        self.height = height
    }

    package static let bulletPoint = SamplePNG(width: 64, height: 64)

    package var data: Data {
        let header =
            Self.bytes(width) + Self.bytes(height)
            + [bitDepth, colorType, compression, 0, interlace]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let rest = chunks.flatMap { Self.chunk($0, $0 == "IEND" ? [] : [1, 2, 3]) }
        return Data(signature + Self.chunk("IHDR", header) + rest)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return bytes(UInt32(content.count)) + checked + bytes(checksum(checked))
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1 }
        }
        return ~value
    }
}
