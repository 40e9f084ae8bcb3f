import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Which API bought and finished")
struct StoreKitAPITests {
    @Test("An entry has the API of its payment and of its end, and a renewal has none")
    func recorded() throws {
        let clock = StoreClock.manual(startingAt: .start)
        let store = try Store.make(.subscriptions, clock: clock)
        var request = PaymentRequest(productID: "weekly")
        request.api = .storeKit2
        let entry = try store.pay(request)
        try store.finish([entry.id], with: .storeKit1)
        let finished = try store.requiredEntry(entry.id)
        #expect(finished.purchaseAPI == .storeKit2)
        #expect(finished.finishAPI == .storeKit1)
        clock.advance(by: .days(7))
        let renewal = try #require(try store.entries().last)
        #expect(renewal.isRenewal)
        #expect(renewal.purchaseAPI == nil)
        #expect(renewal.finishAPI == nil)
    }

    @Test("A refused purchase by StoreKit 2 is not left for the payment queue")
    func refused() throws {
        let store = try Store.make(.subscriptions)
        store.confirmationPolicy = .refuse
        for api in LedgerEntry.API.allCases {
            var request = PaymentRequest(productID: "coins")
            request.api = api
            #expect(try store.pay(request).isFinished == (api == .storeKit2))
        }
    }

    @Test("To finish an entry is no change of its content, to refund it is")
    func content() throws {
        let store = try Store.make(.subscriptions)
        let entry = try store.pay("best")
        let bought = try store.read { try $0.revision() }
        try store.finish([entry.id])
        let finishing = try store.read { try $0.change(since: bought) }
        #expect(finishing.entries.map(\.id) == [entry.id])
        #expect(finishing.changedIDs.isEmpty)
        try store.refunds.refund(entry.id)
        #expect(try store.read { try $0.change(since: bought) }.changedIDs == [entry.id])
        let refunded = try store.read { try $0.revision() }
        try store.acknowledgeRevocations([entry.id])
        let delivery = try store.read { try $0.change(since: refunded) }
        #expect(delivery.entries.map(\.id) == [entry.id])
        #expect(delivery.changedIDs.isEmpty)
    }

    @Test("A ledger from before opens with its entries, of which no API is known")
    func migration() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.make(.subscriptions, at: .file(folder.file()))
            try store.pay("best")
            try store.execute(
                sql: "\(LedgerSchema.undoingToVersion17) PRAGMA user_version = 17"
            )
            try store.close()
        }
        let store = try Store.make(.subscriptions, at: .file(folder.file()))
        let entry = try #require(try store.entries().first)
        #expect(entry.purchaseAPI == nil)
        #expect(entry.finishAPI == nil)
        #expect(try store.read { try $0.change(since: 0) }.changedIDs == [entry.id])
    }
}
