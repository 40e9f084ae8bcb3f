import LocalAppStore
import Testing

@testable import journeys

@Suite("The delivery at the next launch")
struct DeliveryTests {
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
        let item = Delivery.Item(entry)
        #expect(problems(unfinished: [entry], delivered: [item, item]) == [.doubled])
        #expect(problems(unfinished: [], delivered: [item]) == [.doubled])
    }

    @Test
    func `Delivering another state is no delivery`() throws {
        let entry = try LedgerEntry.make()
        var item = Delivery.Item(entry)
        item.state = .failed
        #expect(problems(unfinished: [entry], delivered: [item]) == [.lost, .doubled])
    }

    private func problems(
        unfinished: [LedgerEntry],
        delivered: [Delivery.Item]
    ) -> [Problem.Kind] {
        Delivery(unfinished: unfinished, delivered: delivered).problems.map(\.kind)
    }
}
