import Foundation

/// The size of a PNG image without transparency (ISO/IEC 15948).
///
/// The signature, the chunks with their checksums, and the header are checked. The compressed
/// pixels are not decoded.
struct OpaquePNG {
    let width: Int
    let height: Int

    /// Reads an image; `nil` for other bytes, and for an image that may be transparent.
    init?(_ data: Data) {
        var rest = [UInt8](data)[...]
        guard rest.starts(with: Self.signature) else { return nil }
        rest = rest.dropFirst(Self.signature.count)
        guard let header = Chunk(takenFrom: &rest), header.type == "IHDR",
            header.content.count == 13
        else { return nil }
        let fields = Array(header.content.suffix(5))
        guard Self.depths[fields[1]]?.contains(fields[0]) == true, fields[2...3] == [0, 0],
            fields[4] <= 1
        else { return nil }
        var types: [String] = []
        repeat {
            guard let chunk = Chunk(takenFrom: &rest) else { return nil }
            types.append(chunk.type)
        } while types.last != "IEND"
        let needsPalette = fields[1] == Self.indexed
        guard rest.isEmpty, types.contains("IDAT"), !types.contains("tRNS"),
            !types.contains("IHDR"), !needsPalette || types.contains("PLTE")
        else { return nil }
        width = Self.integer(header.content.prefix(4))
        height = Self.integer(header.content.dropFirst(4).prefix(4))
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static let indexed: UInt8 = 3

    /// The bit depths of the colour types without an alpha channel.
    private static let depths: [UInt8: [UInt8]] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], indexed: [1, 2, 4, 8],
    ]

    /// The number of four bytes in network order.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private struct Chunk {
        let type: String
        let content: ArraySlice<UInt8>

        /// Removes the next chunk; `nil` for a truncated one, or another checksum.
        init?(takenFrom rest: inout ArraySlice<UInt8>) {
            guard rest.count >= 12 else { return nil }
            let length = OpaquePNG.integer(rest.prefix(4))
            guard length <= rest.count - 12 else { return nil }
            let checked = rest.dropFirst(4).prefix(4 + length)
            rest = rest.dropFirst(8 + length)
            guard OpaquePNG.integer(rest.prefix(4)) == Int(checksum(of: checked)) else {
                return nil
            }
            rest = rest.dropFirst(4)
            type = String(decoding: checked.prefix(4), as: UTF8.self)
            content = checked.dropFirst(4)
        }
    }
}

/// The CRC of a chunk (ISO/IEC 15948, 5.5).
private func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { value, byte in
        remainders[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
    }
}

private let remainders = (0..<256 as Range<UInt32>).map { byte in
    (0..<8).reduce(byte) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1 }
}
