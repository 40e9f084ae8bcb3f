import Foundation
import LocalAppStore

/// What a customer does once, timed one by one.
struct Operations {
    let store: Store

    static let names = [
        "pay", "finish", "pay for what is owned", "restore", "refund", "unfinished",
    ]

    /// The milliseconds of each, in the order of `names`; the ledger owns the same afterwards.
    func times() throws -> [Double] {
        let clock = ContinuousClock()
        let (paying, bought) = try timed { try store.pay(request(Shop.coins)) }
        let finishing = try clock.milliseconds(of: { try store.finish([bought.id]) })
        let (repeating, again) = try timed { try store.pay(request(Shop.tool(0))) }
        let (restoring, copies) = try timed { try store.restore() }
        let refunding = try clock.milliseconds(of: { try store.refund(bought.id) })
        let asking = try clock.milliseconds(of: { _ = try store.unfinishedEntries() })
        try store.finish(copies.map(\.id) + [again.id])
        return [paying, finishing, repeating, restoring, refunding, asking]
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
