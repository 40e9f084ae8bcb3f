import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@testable import demo

@MainActor
@Suite(.timeLimit(.minutes(10))) struct SignedShopTests {
    @Test func `what is sold is owned and finished`() async throws {
        try await withShop { shop, session in
            let bought = try #require(try await shop.purchase(.lighthouse))
            #expect(session.allTransactions().map { UInt64($0.identifier) } == [bought])
            #expect(session.unfinishedTransactions().isEmpty)
            #expect(await shop.ownedNames() == "Lighthouse")
        }
    }

    @Test func `what is not verified is neither delivered nor finished nor owned`() async throws {
        try await withShop { shop, session in
            let failure = SKTestFailures.Verification.verification(.invalidSignature)
            try await session.setSimulatedError(failure, forAPI: .verification)
            #expect(try await shop.purchase(.lighthouse) == nil)
            #expect(session.unfinishedTransactions().count == 1)
            #expect(await shop.ownedNames() == nil)
        }
    }

    @Test func `among all updates a refund alone ends the wait`() async throws {
        try await withShop { shop, session in
            try session.buyProduct(productIdentifier: Item.summerPass.rawValue)
            try session.buyProduct(productIdentifier: Item.harbor.rawValue)
            let harbor = try #require(session.allTransactions().last)
            let refunded = try await shop.awaitRefund {
                try session.refundTransaction(identifier: harbor.identifier)
            }
            #expect(refunded == Item.harbor.rawValue)
            #expect(await shop.ownedNames() == "Summer Season Pass")
        }
    }

    private func withShop(_ body: (SignedShop, SKTestSession) async throws -> Void) async throws {
        let file = try GuidedDemo.configurationFile()
        let opening = Date(timeIntervalSince1970: 1_767_225_600)
        try await withStore(contentsOf: file, startingAt: opening) { session in
            session.disableDialogs = true
            try await body(SignedShop(), session)
        }
    }
}
