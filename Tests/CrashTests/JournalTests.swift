import Foundation
import LocalAppStore
import Testing

@testable import journeys

@Suite("The journal of a child")
struct JournalTests {
    private let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).journal")

    @Test
    func `Lines come back as they were written, also from an offset`() throws {
        defer { try? FileManager.default.removeItem(at: url) }
        let journal = try Journal(appendingTo: url)
        let first: [JournalLine] = [.pay(.make()), .finish([1, 2])]
        try first.forEach(journal.add)
        let (lines, end) = try Journal.lines(of: url, from: 0)
        #expect(lines == first)
        try journal.add(.told(entry: 3, name: "first", state: .purchased, amount: 0.99))
        #expect(
            try Journal.lines(of: url, from: end).0 == [
                .told(entry: 3, name: "first", state: .purchased, amount: 0.99)
            ]
        )
    }

    @Test
    func `A torn line is left out and spoils no other`() throws {
        defer { try? FileManager.default.removeItem(at: url) }
        try Data("\n{\"refund\":{\"_0\"".utf8).write(to: url)
        try Journal(appendingTo: url).add(.restore)
        #expect(try Journal.lines(of: url, from: 0).0 == [.restore])
    }

    @Test
    func `A journal that no child has begun has no lines`() throws {
        #expect(try Journal.lines(of: url, from: 0).0 == [])
    }
}
