import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import crash_harness

@Suite("The delivery at the next launch")
struct DeliveryCheckTests {
    @Test
    func `Exactly what is unfinished has to be delivered`() throws {
        let entry = try LedgerEntry.make()
        #expect(problems(unfinished: [entry], delivered: [.init(entry)]) == [])
    }

    @Test
    func `What is not delivered is lost`() throws {
        #expect(problems(unfinished: [try .make()], delivered: []) == [.lost])
    }

    @Test
    func `What is delivered twice or without cause is doubled`() throws {
        let entry = try LedgerEntry.make()
        let item = DeliveryCheck.Item(entry)
        #expect(problems(unfinished: [entry], delivered: [item, item]) == [.doubled])
        #expect(problems(unfinished: [], delivered: [item]) == [.doubled])
    }

    @Test
    func `Delivering another state is no delivery`() throws {
        let entry = try LedgerEntry.make()
        var item = DeliveryCheck.Item(entry)
        item.state = .failed
        #expect(problems(unfinished: [entry], delivered: [item]) == [.lost, .doubled])
    }

    private func problems(
        unfinished: [LedgerEntry],
        delivered: [DeliveryCheck.Item]
    ) -> [Problem.Kind] {
        DeliveryCheck(unfinished: unfinished, delivered: delivered).problems.map(\.kind)
    }
}

@Suite("The journal of a child")
struct JournalTests {
    private let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).journal")

    @Test
    func `Lines come back as they were written, also from an offset`() throws {
        defer { try? FileManager.default.removeItem(at: url) }
        let journal = try Journal(appendingTo: url)
        let first: [JournalLine] = [.pay(.make()), .begin(.finish, [1, 2])]
        try first.forEach(journal.add)
        let (lines, end) = try Journal.lines(of: url, from: 0)
        #expect(lines == first)
        try journal.add(
            .reported(entry: 3, original: 3, name: "first", state: .purchased, amount: 0.99)
        )
        #expect(
            try Journal.lines(of: url, from: end).0 == [
                .reported(entry: 3, original: 3, name: "first", state: .purchased, amount: 0.99)
            ]
        )
    }

    @Test
    func `An incomplete line is left out and does not affect others`() throws {
        defer { try? FileManager.default.removeItem(at: url) }
        try Data("\n{\"refund\":{\"_0\"".utf8).write(to: url)
        try Journal(appendingTo: url).add(.begin(.restore, []))
        #expect(try Journal.lines(of: url, from: 0).0 == [.begin(.restore, [])])
    }

    @Test
    func `A journal that no child has begun has no lines`() throws {
        #expect(try Journal.lines(of: url, from: 0).0 == [])
    }
}

@Suite("The random numbers of the harness")
struct SplitMix64Tests {
    @Test
    func `They are the generator's published sequence`() {
        var random = SplitMix64(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in random.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ]
        )
    }

    @Test
    func `A name is a token that the seed repeats`() {
        var random = SplitMix64(seed: 1)
        var same = SplitMix64(seed: 1)
        let name = random.name()
        #expect(UUID(uuidString: name)?.uuidString == name)
        #expect(name == same.name())
        #expect(name != random.name())
    }
}
