import Testing

@testable import AppReceipt

@Suite struct AttributeHeaderTests {
    private func decode(_ bytes: [UInt8]) throws(SignedReceipt.Error) -> (AttributeHeader, Int) {
        let slice = bytes[...]
        let header = try AttributeHeader(ofPurchaseAt: 0, before: slice.count, in: slice.span)
        return (header, header.value.upperBound)
    }

    @Test(arguments: [0, 1, 17, 127, 128, 255, 256, 1_701, 32_767, 32_768, 65_536, 2_147_483_647])
    func `types, versions and values of every size are decoded`(type: Int64) throws {
        for version: Int64 in [0, 1, 2, 127, 128, 2_147_483_647] {
            for count in [0, 1, 20, 114, 115, 116, 117, 118, 119, 127, 128, 300, 70_000] {
                let value = Array(repeating: 0x5A as UInt8, count: count)
                let bytes = Attribute.make(type, value, version: version)
                let (header, end) = try decode(bytes + [0x30])
                #expect(header.type == Int(type) && header.version == Int(version))
                #expect(Array(bytes[header.value]) == value)
                #expect(header.start == 0 && end == bytes.count)
            }
        }
    }

    @Test func `no other byte means the same attribute`() throws {
        let good = Attribute.make(1_702, [0x0C, 0x03, 0x61, 0x62, 0x63])
        for index in good.indices.prefix(11) {
            for value in UInt8.min...UInt8.max where value != good[index] {
                var bytes = good
                bytes[index] = value
                guard let (header, _) = try? decode(bytes) else { continue }
                // Only the type and the version may have changed, to the changed bytes.
                #expect([4, 5, 8].contains(index), "byte \(index) as \(value)")
                #expect(header.type == Int(bytes[4]) << 8 | Int(bytes[5]))
                #expect(header.version == Int(bytes[8]))
            }
        }
    }

    @Test func `every truncation is refused`() {
        let good = Attribute.make(1_702, [0x0C, 0x03, 0x61, 0x62, 0x63])
        for count in good.indices {
            #expect(throws: SignedReceipt.Error.self) { try self.decode(Array(good.prefix(count))) }
        }
    }

    /// The result of the general decoding; `nil` if it refuses.
    private func decodeGenerally(_ bytes: [UInt8]) -> [Int]? {
        let slice = bytes[...]
        return (try? AttributeHeader(generalAt: 0, before: slice.count, in: slice.span)).map(places)
    }

    private func places(_ header: AttributeHeader) -> [Int] {
        [
            header.type, header.version, header.start, header.value.lowerBound,
            header.value.upperBound,
        ]
    }

    @Test(arguments: [(1_702, 20), (17, 20), (17, 300), (0, 0), (0, 6), (127, 117), (128, 116)])
    func `the fixed layouts are decoded like any other`(type: Int64, count: Int) throws {
        let good = Attribute.make(type, Array(repeating: 0x5A, count: count)) + [0x30, 0, 0, 0]
        #expect(places(try decode(good).0) == decodeGenerally(good))
        for index in good.indices.prefix(16) {
            for value in UInt8.min...UInt8.max {
                var bytes = good
                bytes[index] = value
                let found = (try? decode(bytes)).map { places($0.0) }
                #expect(found == decodeGenerally(bytes), "byte \(index) as \(value)")
            }
        }
        for count in good.indices {
            let cut = Array(good.prefix(count))
            #expect(
                (try? decode(cut)).map { places($0.0) } == decodeGenerally(cut),
                "\(count) bytes"
            )
        }
    }
}
