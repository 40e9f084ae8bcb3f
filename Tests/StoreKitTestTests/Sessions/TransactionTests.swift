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

        @Test("All transactions are listed, oldest first, in every state")
        func all() throws {
            _ = try session.bought(SampleProducts.hints)
            session.askToBuyEnabled = true
            _ = try session.bought(SampleProducts.colours)
            session.failTransactionsEnabled = true
            #expect(throws: (any Error).self) { try session.bought(SampleProducts.pass) }
            let all = session.allTransactions()
            #expect(
                all.map(\.productIdentifier) == [
                    SampleProducts.hints, SampleProducts.colours, SampleProducts.pass,
                ]
            )
            #expect(all.map(\.state) == [.purchased, .deferred, .failed])
            #expect(all.map(\.pendingAskToBuyConfirmation) == [false, true, false])
            #expect(all.map(\.identifier) == all.map(\.identifier).sorted())
        }

        @Test("A downgrade is delivered, and makes a transaction with the renewal")
        func downgrade() async throws {
            let session = try SKTestSession.make(Plan.file)
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            queue.add(SKPayment.make(Plan.gold))
            #expect(await recorder.receives(.updated(Plan.gold, .purchased)))
            queue.add(SKPayment.make(Plan.silver))
            #expect(await recorder.receives(.updated(Plan.silver, .purchased)))
            #expect(session.allTransactions().map(\.productIdentifier) == [Plan.gold])
            let transaction = try #require(recorder.transaction(of: Plan.silver))
            queue.finishTransaction(transaction)
            #expect(await recorder.receives(.removed(Plan.silver)))
            #expect(session.allTransactions().map(\.productIdentifier) == [Plan.gold])
            try session.forceRenewalOfSubscription(productIdentifier: Plan.gold)
            let renewals = session.allTransactions()
            #expect(renewals.map(\.productIdentifier) == [Plan.gold, Plan.silver])
            #expect(renewals.allSatisfy { $0.expirationDate != nil })
        }

        @Test("A transaction has its product, its purchase date and its expiration date")
        func members() throws {
            let transaction = try session.bought(SampleProducts.yearly)
            #expect(transaction.productIdentifier == SampleProducts.yearly)
            #expect(transaction.originalTransactionIdentifier == transaction.identifier)
            #expect(transaction.purchaseDate == .opening)
            #expect(transaction.expirationDate == Date.opening + 365 * 86_400)
            #expect(transaction.cancelDate == nil)
            #expect(!transaction.hasPurchaseIssue)
        }

        @Test(
            "A product that is no subscription does not expire",
            arguments: [SampleProducts.hints, SampleProducts.colours, SampleProducts.pass]
        )
        func noExpiration(product: String) throws {
            #expect(try session.bought(product).expirationDate == nil)
        }

        @Test("A transaction does not change after it was read")
        func snapshot() throws {
            let before = try session.bought(SampleProducts.colours)
            try session.refundTransaction(identifier: before.identifier)
            #expect(before.cancelDate == nil)
        }

        @Test("A restored copy has the identifier of the original purchase")
        func restored() async throws {
            let original = try session.bought(SampleProducts.colours)
            try session.store.restore()
            let copy = try session.newest()
            #expect(copy.state == .restored)
            #expect(copy.originalTransactionIdentifier == original.identifier)
            #expect(copy.identifier != original.identifier)
        }

        @Test("Clearing removes all transactions, and owned products can be bought again")
        func clearing() async throws {
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            let first = try session.bought(SampleProducts.colours).identifier
            #expect(await recorder.receives(.updated(SampleProducts.colours, .purchased)))
            session.clearTransactions()
            #expect(session.allTransactions().isEmpty)
            #expect(await recorder.receives(.removed(SampleProducts.colours)))
            #expect(queue.transactions.isEmpty)
            let second = try session.bought(SampleProducts.colours)
            #expect(second.identifier != first)
            #expect(second.originalTransactionIdentifier == second.identifier)
        }

        @Test("Deleting removes a transaction and its restored copies only")
        func deleting() throws {
            let original = try session.bought(SampleProducts.colours).identifier
            let other = try session.bought(SampleProducts.hints).identifier
            try session.store.restore()
            #expect(session.allTransactions().count == 3)
            try session.deleteTransaction(identifier: original)
            #expect(session.allTransactions().map(\.identifier) == [other])
        }

        @Test("An unknown identifier is refused", arguments: TransactionOperation.all)
        func unknown(_ operation: TransactionOperation) throws {
            let before = try session.bought(SampleProducts.colours)
            let error = try #require(throws: SKTestError.self) { try operation.body(session, 4711) }
            #expect(error.code == .noTransactionFound)
            #expect(error.localizedDescription == "The store has no transaction 4711")
            #expect(session.allTransactions().map(\.identifier) == [before.identifier])
        }

        @Test(
            "The highest identifier is refused like any other",
            arguments: TransactionOperation.all
        )
        func highest(_ operation: TransactionOperation) throws {
            let error = try #require(throws: SKTestError.self) { try operation.body(session, .max) }
            #expect(error.code == .noTransactionFound)
            #expect(error.localizedDescription.contains("18446744073709551615"))
        }

        @Test(
            "A transaction in an unsuitable state is refused",
            arguments: TransactionOperation.all
        )
        func unsuitable(_ operation: TransactionOperation) throws {
            let id = try session.bought(SampleProducts.colours).identifier
            try session.refundTransaction(identifier: id)
            guard let requirement = operation.requirement else {
                return try operation.body(session, id)
            }
            let error = try #require(throws: SKTestError.self) { try operation.body(session, id) }
            #expect(error.code == .invalidAction)
            #expect(error.localizedDescription == "Transaction \(id) is not \(requirement)")
            #expect(try session.newest().state == .purchased)
        }
    }
}

/// An operation on one transaction.
struct TransactionOperation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The required state of the transaction; `nil` for any.
    let requirement: String?
    let body: @Sendable (SKTestSession, UInt) throws -> Void

    static let all = [
        TransactionOperation(testDescription: "delete", requirement: nil) {
            try $0.deleteTransaction(identifier: $1)
        },
        TransactionOperation(testDescription: "approve", requirement: "waiting for approval") {
            try $0.approveAskToBuyTransaction(identifier: $1)
        },
        TransactionOperation(testDescription: "decline", requirement: "waiting for approval") {
            try $0.declineAskToBuyTransaction(identifier: $1)
        },
        TransactionOperation(testDescription: "resolve", requirement: "interrupted by an issue") {
            try $0.resolveIssueForTransaction(identifier: $1)
        },
        TransactionOperation(
            testDescription: "refund",
            requirement: "a purchase that can be refunded"
        ) {
            try $0.refundTransaction(identifier: $1)
        },
    ]
}
