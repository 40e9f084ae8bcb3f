import Dispatch
import Foundation
import LocalAppStore
import Measuring

/// What a customer does once, timed one by one.
struct Operations {
    let store: Store

    static let names = [
        "pay", "finish", "pay for what is owned", "restore", "refund", "unfinished",
        "pay and hear",
    ]

    /// The milliseconds of each, in the order of `names`; the ledger owns the same afterwards.
    func times() throws -> [Double] {
        let clock = ContinuousClock()
        let (paying, bought) = try timed { try store.pay(request(Shop.coins)) }
        let finishing = try clock.milliseconds(of: { try store.finish([bought.id]) })
        let (repeating, again) = try timed { try store.pay(request(Shop.tool(0))) }
        let (restoring, copies) = try timed { try store.restore() }
        let refunding = try clock.milliseconds(of: { try store.refunds.refund(bought.id) })
        let asking = try clock.milliseconds(of: { _ = try store.unfinishedEntries() })
        let (hearing, heard) = try timed(payAndHear)
        try store.finish(copies.map(\.id) + [again.id, heard])
        return [paying, finishing, repeating, restoring, refunding, asking, hearing]
    }

    /// Buys and waits until an observer has heard of it; returns the entry's number.
    private func payAndHear() throws -> Int64 {
        let news = DispatchSemaphore(value: 0)
        let observation = store.observe { change in
            if !change.entries.isEmpty { news.signal() }
        }
        defer { observation.cancel() }
        let entry = try store.pay(request(Shop.coins))
        news.wait()
        return entry.id
    }

    private func request(_ productID: String) -> PaymentRequest {
        PaymentRequest(productID: productID)
    }

    private func timed<Value>(_ body: () throws -> Value) throws -> (Double, Value) {
        let clock = ContinuousClock()
        let start = clock.now
        let value = try body()
        return ((clock.now - start).milliseconds, value)
    }
}
