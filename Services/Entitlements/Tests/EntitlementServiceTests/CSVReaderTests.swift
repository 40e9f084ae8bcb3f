import Foundation
import Testing

@testable import EntitlementService

@Suite struct CSVReaderTests {
    @Test(arguments: [1, 2, 3, 5, 1000])
    func `records are read from chunks of any size`(size: Int) throws {
        let text = "\u{FEFF}a,b\r\n\"1, \"\"2\"\"\r\n3\",é\r\n\r\n,\n\"\",x"
        let records = try Self.records(of: Data(text.utf8), size)
        #expect(
            records.map { $0.map(\.text) } == [
                ["a", "b"], ["1, \"2\"\r\n3", "é"], ["", ""], ["", "x"],
            ]
        )
        #expect(records.map { $0[1].place.line } == [1, 3, 5, 6])
        #expect(records.map { $0[1].place.column } == [3, 4, 2, 4])
    }

    @Test(arguments: [
        ("a,b\n1,\"2", "Line 2, column 3: The quote isn't closed."),
        ("a\néé\"", "Line 2, column 3: A field that contains a quote must be quoted."),
        ("a\n\"1\"2", "Line 2, column 4: Expected a comma or the end of the line, found `2`."),
        ("a\r1", "Line 1, column 3: Expected a line feed, found `1`."),
    ])
    func `a malformed file is refused with the place`(text: String, message: String) {
        #expect(throws: CSVError.self) { try Self.records(of: Data(text.utf8), 3) }
        do {
            _ = try Self.records(of: Data(text.utf8), 3)
        } catch {
            #expect(error.localizedDescription == message)
        }
    }

    @Test func `other encodings and endless records are refused`() {
        let error = #expect(throws: CSVError.self) {
            try Self.records(of: Data([0x1F, 0x8B, 0x08, 0x00]), 10)
        }
        #expect(error?.place == CSVField.Place(line: 1, column: 1))
        let endless = Data("a\n\"".utf8) + Data(repeating: UInt8(ascii: "x"), count: 2 << 20)
        let long = #expect(throws: CSVError.self) { try Self.records(of: endless, 4096) }
        #expect(long?.place.line == 2)
    }

    /// The records of a file that is read in chunks of a size.
    private static func records(of file: Data, _ size: Int) throws -> [[CSVField]] {
        var rest = file
        var reader = try CSVReader {
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size)
        }
        var records: [[CSVField]] = []
        while let record = try reader.nextRecord() { records.append(record) }
        return records
    }
}
