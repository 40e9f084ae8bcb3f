import Foundation
import TestSupport
import Testing

@testable import StoreModel

@Suite("Images of retention messages")
struct RetentionImageTests {
    private static func image(
        _ data: Data,
        _ size: RetentionImage.Size = .fullSize
    ) throws -> RetentionImage {
        try RetentionImage(identifier: UUID(), size: size, png: data, state: .approved)
    }

    private static func isImage(
        _ size: RetentionImage.Size = .fullSize,
        _ change: (inout SamplePNG) -> Void = { _ in }
    ) -> Bool {
        var sample = size == .fullSize ? SamplePNG() : .bulletPoint
        change(&sample)
        return (try? image(sample.data, size)) != nil
    }

    @Test("A real PNG is read, and its dimensions are known")
    func real() throws {
        let encoded = """
            iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAAC0lEQVR4nGNgAAEAAAYAAf6MZ8gAAAAASUVO\
            RK5CYII=
            """
        let data = try #require(Data(base64Encoded: encoded))
        let image = try Self.image(data, .bulletPoint)
        #expect((image.width, image.height) == (2, 2))
    }

    @Test(
        "An image of full size is 3840 wide and 160 to 2160 high",
        arguments: [
            (3840, 160, true), (3840, 2160, true), (3840, 159, false), (3840, 2161, false),
            (3839, 160, false), (160, 3840, false),
        ] as [(UInt32, UInt32, Bool)]
    )
    func fullSize(width: UInt32, height: UInt32, isValid: Bool) {
        let data = SamplePNG(width: width, height: height).data
        #expect(((try? Self.image(data)) != nil) == isValid)
    }

    @Test(
        "An image of a bullet point is a square of up to 1024",
        arguments: [
            (1, 1, true), (1024, 1024, true), (1025, 1025, false), (64, 65, false), (0, 0, false),
        ] as [(UInt32, UInt32, Bool)]
    )
    func bulletPoint(width: UInt32, height: UInt32, isValid: Bool) {
        let data = SamplePNG(width: width, height: height).data
        #expect(((try? Self.image(data, .bulletPoint)) != nil) == isValid)
    }

    @Test("An image with an alpha channel or transparent colours is refused")
    func transparency() {
        for (type, isOpaque) in [(0, true), (2, true), (4, false), (6, false), (1, false)] {
            #expect(Self.isImage { $0.colorType = UInt8(type) } == isOpaque, "\(type)")
        }
        #expect(!Self.isImage { $0.chunks = ["tRNS", "IDAT", "IEND"] })
        #expect(Self.isImage { $0.chunks = ["gAMA", "IDAT", "IDAT", "IEND"] })
    }

    @Test("An indexed image needs a palette, and each colour type has its bit depths")
    func depths() {
        #expect(!Self.isImage { $0.colorType = 3 })
        #expect(
            Self.isImage {
                $0.colorType = 3
                $0.chunks = ["PLTE", "IDAT", "IEND"]
            }
        )
        #expect(!Self.isImage { $0.bitDepth = 4 })
        #expect(!Self.isImage { $0.bitDepth = 3 })
        #expect(Self.isImage { $0.bitDepth = 16 })
        #expect(Self.isImage { $0.interlace = 1 })
        #expect(!Self.isImage { $0.interlace = 2 })
        #expect(!Self.isImage { $0.compression = 1 })
    }

    @Test("An image without data, without an end or with two headers is refused")
    func chunks() {
        #expect(!Self.isImage { $0.chunks = ["IEND"] })
        #expect(!Self.isImage { $0.chunks = ["IDAT"] })
        #expect(!Self.isImage { $0.chunks = ["IHDR", "IDAT", "IEND"] })
        #expect(!Self.isImage { $0.chunks = ["IDAT", "IEND", "IDAT"] })
    }

    @Test("No prefix, no longer file and no changed byte is an image")
    func damage() {
        let data = SamplePNG().data
        #expect((try? Self.image(data)) != nil)
        for count in 0..<data.count {
            #expect((try? Self.image(data.prefix(count))) == nil, "\(count) bytes")
            var changed = data
            changed[count] ^= 0x40
            #expect((try? Self.image(changed)) == nil, "byte \(count)")
        }
        #expect((try? Self.image(data + [0])) == nil)
        #expect(throws: ServerRequestRefusal.invalidImage) { try Self.image(Data("GIF89a".utf8)) }
    }

    @Test("Images are approved when they are uploaded, except in production")
    func review() {
        let states = StoreEnvironment.allCases.map(ReviewState.initial)
        #expect(states == [.pending, .approved, .approved])
    }
}
