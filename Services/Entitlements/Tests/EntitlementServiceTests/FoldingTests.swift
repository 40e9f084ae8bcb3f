import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct FoldingTests {
    @Test func `a notification grants what was bought`() async throws {
        let service = try await TestService(catalog: ProductCatalog(names: ["monthly": "pro"]))
        #expect(try await service.receive(try service.appStore.notification()))
        let entitlements = try await service.entitlements()
        #expect(entitlements.map(\.name) == ["pro"])
        #expect(entitlements.first?.until == .start + 30 * .day)
    }

    @Test func `a notification is recorded once`() async throws {
        let service = try await TestService()
        let notification = try service.appStore.notification()
        #expect(try await service.receive(notification))
        #expect(try await !service.receive(notification))
        #expect(try await service.rows("TABLE entitlements.document").count == 1)
        #expect(try await service.events().count == 1)
    }

    @Test func `notifications at the same time are all recorded, each once`() async throws {
        let service = try await TestService()
        let notifications = try (0..<50).map { number in
            try service.appStore.notification(.subscribed, .make("\(number)"))
        }
        let new = try await withThrowingTaskGroup(of: Bool.self) { group in
            for notification in notifications + notifications.shuffled() {
                group.addTask { try await service.receive(notification) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        // If two requests share a commit, both responses report a new document.
        #expect(new >= 50)
        #expect(try await service.rows("TABLE entitlements.document").count == 50)
        #expect(try await service.entitlements().count == 50)
    }

    @Test func `purchases that cannot be read fail their own documents alone`() async throws {
        let service = try await TestService()
        for number in 0..<20 {
            try await service.receive(TransactionPayload.make("\(number)", token: nil))
        }
        for change in [
            "ALTER TABLE entitlements_state.transaction ALTER digest DROP NOT NULL",
            """
            UPDATE entitlements_state.transaction SET digest = NULL
            WHERE original_id::integer % 2 = 1
            """,
        ] {
            _ = try await service.connections.query(Statement(change))
        }
        let submissions = try (0..<20).map { number in
            let later = TransactionPayload.make("\(number)", token: nil, signed: .start + 1)
            let signed = try service.appStore.sign(later)
            return try service.verifier.verify(transaction: signed, at: Milliseconds(.start + 1))
        }
        // All but the first share commits.
        let recorder = Recorder(service.database, service.ledger, laneCount: 1)
        let failed: [Int] = await withTaskGroup(of: Int?.self) { group in
            for (number, submission) in submissions.enumerated() {
                group.addTask {
                    (try? await recorder.record(submission)) == nil ? number : nil
                }
            }
            return await group.reduce(into: []) { if let number = $1 { $0.append(number) } }
        }
        #expect(failed.sorted() == (0..<20).filter { $0 % 2 == 1 })
    }

    @Test func `a refund ends the access, whichever comes first`() async throws {
        let bought = TransactionPayload.make()
        let refunded = TransactionPayload.make(revoked: .start + 1 * .day)
        for order in [[bought, refunded], [refunded, bought]] {
            let service = try await TestService(at: .start + 2 * .day)
            for transaction in order {
                try await service.receive(try service.appStore.notification(.refund, transaction))
            }
            #expect(try await service.entitlements().isEmpty)
        }
    }

    @Test
    func `a consumable is a credit alone, whichever document comes first`()
        async throws
    {
        let coins = TransactionPayload.make(product: "coins", type: .consumable, expires: nil)
        let receipt = TransactionFact(coins, signed: .start, isOfReceipt: true)
        let signed = TransactionFact(coins, signed: .start, digest: 1)
        var states: [[String]] = []
        for order in [[signed, receipt], [receipt, signed]] {
            let service = try await TestService(catalog: ProductCatalog(names: ["coins": "pro"]))
            for fact in order { try await service.record([fact]) }
            #expect(try await service.entitlements().isEmpty)
            let former = try await service.reader.answer(
                for: ScopedCustomer(scope: .shop, id: .originalTransaction("100"))
            )
            #expect(former.entitlements.isEmpty)
            states.append(try await service.state())
        }
        #expect(states[0] == states[1])
    }

    @Test func `a reversal grants again, and an older refund undoes nothing`() async throws {
        let service = try await TestService(at: .start + 3 * .day)
        let reversed = TransactionPayload.make(signed: .start + 2 * .day)
        try await service.receive(try service.appStore.notification(.refundReversed, reversed))
        let refunded = TransactionPayload.make(revoked: .start + 1 * .day)
        try await service.receive(try service.appStore.notification(.refund, refunded))
        #expect(try await service.entitlements().count == 1)
    }

    @Test func `an older upload undoes no newer refund`() async throws {
        let service = try await TestService(at: .start + 2 * .day)
        let refunded = TransactionPayload.make(revoked: .start + 1 * .day)
        try await service.receive(try service.appStore.notification(.refund, refunded))
        #expect(try await service.receive(.make()))
        #expect(try await service.entitlements().isEmpty)
    }

    @Test func `at one date a refund counts more than a purchase`() async throws {
        let service = try await TestService(at: .start + 1 * .day)
        try await service.receive(TransactionPayload.make(signed: .start, revoked: .start))
        try await service.receive(TransactionPayload.make(signed: .start))
        #expect(try await service.entitlements().isEmpty)
    }

    @Test func `the refund of an earlier period changes nothing`() async throws {
        let service = try await TestService(at: .start + 40 * .day)
        try await service.receive(TransactionPayload.renewal())
        try await service.receive(TransactionPayload.make(revoked: .start + 35 * .day))
        #expect(try await service.entitlements().map(\.until) == [.start + 60 * .day])
    }

    @Test func `the newest token owns, and the former owner sees nothing`() async throws {
        let service = try await TestService(at: .start + 31 * .day)
        try await service.receive(TransactionPayload.make())
        try await service.receive(TransactionPayload.renewal(token: .otherAccount))
        #expect(try await service.entitlements().isEmpty)
        #expect(try await service.entitlements(of: .account(.otherAccount)).count == 1)
        #expect(try await service.ownedPurchases.count == 1)
    }

    @Test func `an original transaction answers what else its owner has`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make("1"))
        try await service.receive(TransactionPayload.make("2", product: "theme"))
        try await service.receive(TransactionPayload.make("3", product: "other", token: nil))
        #expect(try await service.entitlements(of: .originalTransaction("1")).count == 2)
        let unowned = try await service.entitlements(of: .originalTransaction("3"))
        #expect(unowned.map(\.productIdentifier) == ["other"])
        #expect(try await service.entitlements(of: .originalTransaction("4")).isEmpty)
    }

    @Test func `consumables are recorded, and nothing that a customer has`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make("1", type: .consumable, expires: nil))
        try await service.receive(TransactionPayload.make("2"))
        #expect(try await service.entitlements().map(\.originalTransactionIdentifier) == ["2"])
        #expect(try await service.rows("TABLE entitlements_state.purchase").count == 2)
        #expect(try await service.ownedPurchases.count == 1)
        #expect(try await service.rows("TABLE entitlements_state.credit").count == 1)
        #expect(try await service.events().count == 1)
        // A purchase leads to all entitlements of its owner.
        #expect(try await service.entitlements(of: .originalTransaction("1")).count == 1)
    }

    @Test func `one document dated ahead ends nobody's access`() async throws {
        let service = try await TestService(at: .start + 29.5 * .day)
        try await service.receive(TransactionPayload.make())
        let ahead = TransactionPayload.make("2", token: nil, signed: .start + 30.5 * .day)
        try await service.receive(ahead)
        #expect(try await service.entitlements().map(\.originalTransactionIdentifier) == ["100"])
    }

    @Test func `a notification without a purchase is recorded`() async throws {
        let service = try await TestService()
        let test = try service.appStore.notification(.test, nil)
        #expect(try await service.receive(test))
        #expect(try await !service.receive(test))
        #expect(try await service.rows("TABLE entitlements.inbox").count == 1)
    }

    @Test func `an unknown type is recorded with what it tells`() async throws {
        let service = try await TestService()
        let notification = try service.appStore.notification(.init(rawValue: "NEW_IN_2030"))
        #expect(try await service.receive(notification))
        #expect(try await service.entitlements().count == 1)
    }

    @Test func `a receipt grants without an account, and does not take one away`() async throws {
        let identity = try SigningIdentity.makeForTests()
        let root = try #require(identity.certificates.last)
        let service = try await TestService(roots: try TrustedRoots([root]))
        let receipt = try identity.receipt()
        let submission = try service.verifier.verify(
            receipt: receipt.base64Encoded,
            at: Milliseconds(.start)
        )
        #expect(try await service.recorder.record(submission))
        #expect(try await service.entitlements(of: .originalTransaction("100")).count == 1)
    }
}
