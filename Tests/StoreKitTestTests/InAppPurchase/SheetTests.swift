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

    @Test("The sheet returns the transaction of a product that does not renew, also as an update")
    func oneTimeCode() async throws {
        let session = try session
        var updates = Transaction.updates.makeAsyncIterator()
        let code = SKTestSession.OfferCode(
            referenceName: "Welcome",
            productIdentifier: SampleProducts.hints
        )
        let result = try await session.presentOfferCodeRedeemSheet(entering: code)
        let transaction = try result.payloadValue
        #expect(transaction.offer?.type == .code)
        #expect(transaction.offer?.paymentMode == .oneTime)
        #expect(transaction.price == Decimal(string: "0.49"))
        #expect(try await updates.verified().id == transaction.id)
        #expect(await Transaction.unfinished.products == [SampleProducts.hints])
    }

    @Test("A refused code and one that waits for approval throw StoreKit's error with the reason")
    func refusedCode() async throws {
        let session = try session
        var code = SKTestSession.OfferCode(
            referenceName: "none",
            productIdentifier: SampleProducts.pass
        )
        func failure() async throws -> String {
            let error = try await #require(throws: StoreKitError.self) {
                try await session.presentOfferCodeRedeemSheet(entering: code)
            }
            guard case .systemError(let cause) = error else { return "\(error)" }
            return cause.localizedDescription
        }
        #expect(try await failure().contains("has no offer code \"none\"; it has \"Welcome\""))
        #expect(session.allTransactions().isEmpty)
        try session.buyProduct(productIdentifier: code.productIdentifier)
        session.askToBuyEnabled = true
        code.referenceName = "Welcome"
        #expect(try await failure().contains("waits for an approval"))
        code.productIdentifier = "bricks"
        await #expect(throws: SKTestError.self) {
            try await session.presentOfferCodeRedeemSheet(entering: code)
        }
    }

    @Test("The sheet returns the current period if the offer begins with the next renewal")
    func codeOfSubscriber() async throws {
        let session = try session
        let bought = try session.bought(SampleProducts.monthly)
        let result = try await session.presentOfferCodeRedeemSheet(
            entering: .init(
                referenceName: "Friends",
                productIdentifier: SampleProducts.monthly
            )
        )
        #expect(try result.payloadValue.id == UInt64(bought.identifier))
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
