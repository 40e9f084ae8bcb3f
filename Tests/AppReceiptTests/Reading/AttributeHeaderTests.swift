import Testing

@testable import AppReceipt

@Suite struct AttributeHeaderTests {
    private func read(_ octets: [UInt8]) throws(SignedReceipt.Error) -> (AttributeHeader, Int) {
        let slice = octets[...]
        let header = try AttributeHeader(ofPurchaseAt: 0, before: slice.count, in: slice.span)
        return (header, header.value.upperBound)
    }

    @Test(arguments: [0, 1, 17, 127, 128, 255, 256, 1_701, 32_767, 32_768, 65_536, 2_147_483_647])
    func `numbers, versions and values of every length are read`(type: Int64) throws {
        for version: Int64 in [0, 1, 2, 127, 128, 2_147_483_647] {
            for count in [0, 1, 20, 114, 115, 116, 117, 118, 119, 127, 128, 300, 70_000] {
                let value = Array(repeating: 0x5A as UInt8, count: count)
                let octets = Attribute.make(type, value, version: version)
                let (header, end) = try read(octets + [0x30])
                #expect(header.type == Int(type) && header.version == Int(version))
                #expect(Array(octets[header.value]) == value)
                #expect(header.start == 0 && end == octets.count)
            }
        }
    }

    @Test func `no other octet means the same attribute`() throws {
        let good = Attribute.make(1_702, [0x0C, 0x03, 0x61, 0x62, 0x63])
        for index in good.indices.prefix(11) {
            for value in UInt8.min...UInt8.max where value != good[index] {
                var octets = good
                octets[index] = value
                guard let (header, _) = try? read(octets) else { continue }
                // Only the number and the version may have changed, and then to what stands there.
                #expect([4, 5, 8].contains(index), "octet \(index) as \(value)")
                #expect(header.type == Int(octets[4]) << 8 | Int(octets[5]))
                #expect(header.version == Int(octets[8]))
            }
        }
    }

    @Test func `every truncation is refused`() {
        let good = Attribute.make(1_702, [0x0C, 0x03, 0x61, 0x62, 0x63])
        for count in good.indices {
            #expect(throws: SignedReceipt.Error.self) { try self.read(Array(good.prefix(count))) }
        }
    }

    /// What the general way reads, or `nil` where it refuses.
    private func readGenerally(_ octets: [UInt8]) -> [Int]? {
        let slice = octets[...]
        return (try? AttributeHeader(anyAt: 0, before: slice.count, in: slice.span)).map(places)
    }

    private func places(_ header: AttributeHeader) -> [Int] {
        [
            header.type, header.version, header.start, header.value.lowerBound,
            header.value.upperBound,
        ]
    }

    @Test(arguments: [(1_702, 20), (17, 20), (17, 300), (0, 0), (0, 6), (127, 117), (128, 116)])
    func `the shortcuts find what the general way finds`(type: Int64, count: Int) throws {
        let good = Attribute.make(type, Array(repeating: 0x5A, count: count)) + [0x30, 0, 0, 0]
        #expect(places(try read(good).0) == readGenerally(good))
        for index in good.indices.prefix(16) {
            for value in UInt8.min...UInt8.max {
                var octets = good
                octets[index] = value
                let found = (try? read(octets)).map { places($0.0) }
                #expect(found == readGenerally(octets), "octet \(index) as \(value)")
            }
        }
        for count in good.indices {
            let cut = Array(good.prefix(count))
            #expect((try? read(cut)).map { places($0.0) } == readGenerally(cut), "\(count) octets")
        }
    }
}
