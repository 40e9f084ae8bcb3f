import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("The lock for sending notifications")
struct SenderLockTests {
    @Test("One server at a time sends the notifications of a ledger in memory")
    func memory() throws {
        let store = try Store.make()
        let first = SenderLock(of: store, in: nil)
        let second = SenderLock(of: try store.customers.acting(addingIfNeeded: "ben"), in: nil)
        #expect(first.tryToTake())
        #expect(!second.tryToTake())
        second.giveBack()
        #expect(!second.tryToTake())
        first.giveBack()
        #expect(second.tryToTake())
    }

    @Test("Ledgers in memory do not wait for each other, and a lock ends with its server")
    func others() throws {
        let stores = try [Store.make(), Store.make()]
        var turns = stores.map { SenderLock(of: $0, in: nil) }
        #expect(turns.map { $0.tryToTake() } == [true, true])
        turns = stores.map { SenderLock(of: $0, in: nil) }
        #expect(turns.map { $0.tryToTake() } == [true, true])
    }
}
