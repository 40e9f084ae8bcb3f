import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@Suite(
    "What the sheets of StoreKit 2 do",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct SheetTests {
    private var session: SKTestSession {
        get throws { try SKTestSession.current }
    }

    @Test("A requested refund is decided later, and arrives as an update")
    func refund() async throws {
        let session = try session
        let bought = UInt64(try session.bought(SampleProducts.colours).identifier)
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.verified().id == bought)
        #expect(try await session.beginRefundRequest(for: bought, isSent: false) == .userCancelled)
        #expect(try await session.beginRefundRequest(for: bought) == .success)
        #expect(await Transaction.currentEntitlements.products == [SampleProducts.colours])
        try session.decideRefundRequest(for: bought, isApproved: true)
        #expect(try await updates.verified().revocationDate == .opening)
        #expect(await Transaction.currentEntitlements.products.isEmpty)
    }

    @Test("A second request, also after a refusal, is a duplicate")
    func duplicate() async throws {
        let session = try session
        let bought = UInt64(try session.bought(SampleProducts.colours).identifier)
        _ = try await session.beginRefundRequest(for: bought)
        await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
            try await session.beginRefundRequest(for: bought)
        }
        try session.decideRefundRequest(for: bought, isApproved: false)
        await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
            try await session.beginRefundRequest(for: bought)
        }
        #expect(await Transaction.currentEntitlements.products == [SampleProducts.colours])
    }

    @Test("What was refunded is ineligible, and what is unknown fails")
    func unsuitable() async throws {
        let session = try session
        let bought = try session.bought(SampleProducts.colours).identifier
        try session.refundTransaction(identifier: bought)
        await #expect(throws: Transaction.RefundRequestError.ineligible) {
            try await session.beginRefundRequest(for: UInt64(bought))
        }
        await #expect(throws: Transaction.RefundRequestError.failed) {
            try await session.beginRefundRequest(for: 999)
        }
    }

    // The offer of the code is stackable: it follows the introductory one of three periods.
    @Test("The sheet of codes returns the transaction, and the offer applies")
    func code() async throws {
        let session = try session
        let code = SKTestSession.OfferCode(
            referenceName: "Friends",
            productIdentifier: SampleProducts.monthly
        )
        let result = try await session.presentOfferCodeRedeemSheet(entering: code)
        #expect(try result.payloadValue.offer?.type == .introductory)
        try await session.advance(pastRenewals: 3, of: SampleProducts.monthly)
        let latest = try #require(await Transaction.latest(for: SampleProducts.monthly))
        #expect(try latest.payloadValue.offer?.type == .code)
        await #expect(throws: (any Error).self) {
            try await session.presentOfferCodeRedeemSheet(
                entering: .init(referenceName: "none", productIdentifier: SampleProducts.monthly)
            )
        }
    }

    @Test("Simulated failures reach the sheets")
    func simulated() async throws {
        let session = try session
        let bought = UInt64(try session.bought(SampleProducts.colours).identifier)
        try await session.setSimulatedError(
            .refundRequest(.failed),
            forAPI: StoreKitRefundRequestAPI.refundRequest
        )
        try await session.setSimulatedError(.generic(.unknown), forAPI: .offerCodeRedeem)
        try await session.setSimulatedError(.generic(.unknown), forAPI: .manageSubscriptions)
        await #expect(throws: Transaction.RefundRequestError.failed) {
            try await session.beginRefundRequest(for: bought)
        }
        await #expect(throws: StoreKitError.self) {
            try await session.presentOfferCodeRedeemSheet(
                entering: .init(
                    referenceName: "Friends",
                    productIdentifier: SampleProducts.monthly
                )
            )
        }
        await #expect(throws: StoreKitError.self) { try await session.showManageSubscriptions() }
        session.resetToDefaultState()
        try await session.showManageSubscriptions()
        #expect(try await session.beginRefundRequest(for: bought) == .success)
    }
}
