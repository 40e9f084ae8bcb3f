import AppReceipt
import Foundation
import Testing

@testable import EntitlementModel

@Suite struct DocumentTests {
    private static let watermark = Watermark(signingDate: 7, digest: [1, 2])

    @Test func `the details of a transaction are those of its document`() throws {
        var payload = TransactionPayload()
        payload.isUpgraded = true
        payload.additionalTransactionReason = .seatAddition
        payload.quantity = 8
        payload.multiSeatInfo = TransactionPayload.MultiSeatInfo()
        payload.multiSeatInfo?.revokedSeatQuantity = 3
        payload.billingPlanType = .monthly
        payload.productType = .autoRenewableSubscription
        payload.appTransactionIdentifier = "7115"
        payload.priceInMilliunits = 9990
        payload.currency = "EUR"
        payload.offerType = .promotional
        payload.offerIdentifier = "spring"
        payload.offerDiscountType = .freeTrial
        payload.reason = .renewal
        payload.revocationType = .proratedRefund
        payload.revocationPercentage = 50_000
        payload.revocationReason = .developerIssue
        payload.storefront = "DEU"
        payload.subscriptionGroupIdentifier = "21"
        let expected = TransactionFact.Details(
            signingDate: 7,
            digest: [1, 2],
            isUpgraded: true,
            sharesPeriod: true,
            seats: 5,
            isBilledMonthly: true,
            productType: "Auto-Renewable Subscription",
            appTransactionID: "7115",
            price: 9990,
            currency: "EUR",
            quantity: 8,
            offerType: 2,
            offerID: "spring",
            offerDiscountType: "FREE_TRIAL",
            reason: "RENEWAL",
            revocationType: "REFUND_PRORATED",
            revocationPercentage: 50_000,
            revocationReason: 1,
            storefront: "DEU",
            groupID: "21"
        )
        #expect(try TransactionFact.Details(payload, Self.watermark) == expected)
        payload.ownershipType = .assigned
        let member = try TransactionFact.Details(payload, Self.watermark)
        #expect(member.isAssigned)
        #expect(member.seats == nil)
    }

    @Test func `an older document has no details`() throws {
        let details = try TransactionFact.Details(TransactionPayload(), Self.watermark)
        #expect(details == TransactionFact.Details(signingDate: 7, digest: [1, 2]))
    }

    @Test func `an unusable member is named`() {
        func member(_ change: (inout TransactionPayload) -> Void) -> String? {
            var payload = TransactionPayload()
            change(&payload)
            do throws(UnusableDocument) {
                _ = try TransactionFact.Details(payload, Self.watermark)
                return nil
            } catch {
                return error.member
            }
        }
        #expect(member { $0.appTransactionIdentifier = "a b" } == "appTransactionId")
        #expect(member { $0.offerIdentifier = "a\nb" } == "offerIdentifier")
        #expect(member { $0.offerIdentifier = String(repeating: "é", count: 200) } == nil)
        #expect(member { $0.currency = String(repeating: "E", count: 101) } == "currency")
    }

    @Test func `a renewal info is as its document says`() throws {
        var payload = RenewalInfoPayload()
        payload.originalTransactionIdentifier = "1"
        payload.gracePeriodExpirationDate = Milliseconds(9).date
        payload.isInBillingRetryPeriod = true
        payload.willAutoRenew = true
        payload.renewalProductIdentifier = "yearly"
        payload.renewalPriceInMilliunits = 99_990
        payload.currency = "EUR"
        payload.renewalDate = Milliseconds(8).date
        payload.priceIncreaseStatus = .pending
        payload.expirationReason = .billingError
        payload.offerIdentifier = "spring"
        payload.offerType = .winBack
        var expected = RenewalFact(
            key: .sample,
            watermark: Self.watermark,
            gracePeriodEnd: 9,
            isInBillingRetry: true,
            autoRenews: true,
            renewalProductID: "yearly",
            renewalPrice: 99_990,
            currency: "EUR",
            renewalDate: 8,
            priceIncreaseStatus: 0,
            expirationIntent: 2,
            offerID: "spring",
            offerType: 4
        )
        #expect(try RenewalFact(payload, Self.watermark, in: .shop) == expected)
        payload.commitment = RenewalInfoPayload.Commitment()
        payload.commitment?.willAutoRenew = false
        expected.autoRenews = false
        #expect(try RenewalFact(payload, Self.watermark, in: .shop) == expected)
    }
}
