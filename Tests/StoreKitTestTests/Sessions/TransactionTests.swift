import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import Testing

extension StoreInUse {
    @Suite("A session's transactions")
    struct TransactionTests {
        let session: SKTestSession

        init() throws {
            session = try .make()
        }

        @Test("Every transaction is there, oldest first, whatever became of it")
        func all() throws {
            _ = try session.bought(Wares.hints)
            session.askToBuyEnabled = true
            _ = try session.bought(Wares.colours)
            session.failTransactionsEnabled = true
            #expect(throws: (any Error).self) { try session.bought(Wares.pass) }
            let all = session.allTransactions()
            #expect(all.map(\.productIdentifier) == [Wares.hints, Wares.colours, Wares.pass])
            #expect(all.map(\.state) == [.purchased, .deferred, .failed])
            #expect(all.map(\.pendingAskToBuyConfirmation) == [false, true, false])
            #expect(all.map(\.identifier) == all.map(\.identifier).sorted())
        }

        @Test("A transaction tells what was bought, when, and until when")
        func members() throws {
            let transaction = try session.bought(Wares.yearly)
            #expect(transaction.productIdentifier == Wares.yearly)
            #expect(transaction.originalTransactionIdentifier == transaction.identifier)
            #expect(transaction.purchaseDate == .opening)
            #expect(transaction.expirationDate == Date.opening + 365 * 86_400)
            #expect(transaction.cancelDate == nil)
            #expect(!transaction.hasPurchaseIssue)
        }

        @Test(
            "What is no subscription does not expire",
            arguments: [Wares.hints, Wares.colours, Wares.pass]
        )
        func noExpiration(product: String) throws {
            #expect(try session.bought(product).expirationDate == nil)
        }

        @Test("A transaction is as it was when it was asked for")
        func snapshot() throws {
            let before = try session.bought(Wares.colours)
            try session.refundTransaction(identifier: before.identifier)
            #expect(before.cancelDate == nil)
        }

        @Test("A restored copy names the purchase that it stems from")
        func restored() async throws {
            let original = try session.bought(Wares.colours)
            try session.store.restore()
            let copy = try session.newest()
            #expect(copy.state == .restored)
            #expect(copy.originalTransactionIdentifier == original.identifier)
            #expect(copy.identifier != original.identifier)
        }

        @Test("Clearing removes every transaction, and what was owned can be bought anew")
        func clearing() async throws {
            let (watcher, queue) = Watcher.ofStoreInUse()
            let first = try session.bought(Wares.colours).identifier
            #expect(await watcher.hears(.updated(Wares.colours, .purchased)))
            session.clearTransactions()
            #expect(session.allTransactions().isEmpty)
            #expect(await watcher.hears(.removed(Wares.colours)))
            #expect(queue.transactions.isEmpty)
            let second = try session.bought(Wares.colours)
            #expect(second.identifier != first)
            #expect(second.originalTransactionIdentifier == second.identifier)
        }

        @Test("Deleting removes a transaction and the copies that stem from it, and no other")
        func deleting() throws {
            let original = try session.bought(Wares.colours).identifier
            let other = try session.bought(Wares.hints).identifier
            try session.store.restore()
            #expect(session.allTransactions().count == 3)
            try session.deleteTransaction(identifier: original)
            #expect(session.allTransactions().map(\.identifier) == [other])
        }

        @Test("A number that names no transaction is refused", arguments: Deed.all)
        func unknown(_ deed: Deed) throws {
            let before = try session.bought(Wares.colours)
            let error = try #require(throws: (any Error).self) { try deed.body(session, 4711) }
            #expect(error.localizedDescription == "The store has no transaction 4711")
            #expect(session.allTransactions().map(\.identifier) == [before.identifier])
        }

        @Test("A transaction to which it cannot be done is refused", arguments: Deed.all)
        func unsuitable(_ deed: Deed) throws {
            let id = try session.bought(Wares.colours).identifier
            try session.refundTransaction(identifier: id)
            guard let need = deed.need else { return try deed.body(session, id) }
            let error = try #require(throws: (any Error).self) { try deed.body(session, id) }
            #expect(error.localizedDescription == "Transaction \(id) is not \(need)")
            #expect(try session.newest().state == .purchased)
        }
    }
}

/// Something that is done to one transaction.
struct Deed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What the transaction has to be; `nil` when any will do.
    let need: String?
    let body: @Sendable (SKTestSession, Int) throws -> Void

    static let all = [
        Deed(testDescription: "delete", need: nil) {
            try $0.deleteTransaction(identifier: $1)
        },
        Deed(testDescription: "approve", need: "waiting for approval") {
            try $0.approveAskToBuyTransaction(identifier: $1)
        },
        Deed(testDescription: "decline", need: "waiting for approval") {
            try $0.declineAskToBuyTransaction(identifier: $1)
        },
        Deed(testDescription: "resolve", need: "interrupted by an issue") {
            try $0.resolveIssueForTransaction(identifier: $1)
        },
        Deed(testDescription: "refund", need: "a purchase that can be refunded") {
            try $0.refundTransaction(identifier: $1)
        },
    ]
}
