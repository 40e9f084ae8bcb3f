import Foundation
import SwiftyStoreKit
import Testing

/// Answers that Apple gave to others, where `VERIFYRECEIPT_SAMPLES` names the folder that holds
/// them.
@Suite(.enabled(if: ReceiptSamples.folder != nil, "VERIFYRECEIPT_SAMPLES names no folder"))
struct ReceiptSampleTests {
    private func result(_ name: String) throws -> VerifyReceiptResult {
        let folder = try #require(ReceiptSamples.folder)
        return VerifyReceiptResult(json: try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    @Test func `an answer of the sandbox is read whole`() throws {
        let info = try result("RevenueCat__purchases-ios__verifyReceiptSample1.json").get()
        let content = ReceiptDetails(receiptInfo: info)
        #expect(content.environment == "Sandbox" && content.bundleId == "com.revenuecat.sampleapp")
        #expect(content.items.count == 9 && content.latestItems.count == 9)
        #expect(content.renewals.map(\.willRenew) == [true])
        #expect(content.requestDate == Date(timeIntervalSince1970: 1_595_440_486.402))
        let ids = Set(content.latestItems.map(\.productId))
        #expect(SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: info) == ids)
        #expect(!SwiftyStoreKit.offerEligibility(productIds: ids, inReceipt: info).introductory)
    }

    @Test(arguments: ["7ab57038", "8b143c48"])
    func `numbers where Apple sends texts hide no purchase`(name: String) throws {
        let file = "aporat__store-receipt-validator__inAppPurchaseResponse_\(name).json"
        let info = try result(file).get()
        let receipt = try #require(info["receipt"] as? ReceiptInfo)
        let purchases = try #require(receipt["in_app"] as? [ReceiptInfo])
        let latest = try #require(info["latest_receipt_info"] as? [ReceiptInfo])
        let content = ReceiptDetails(receiptInfo: info)
        #expect(!purchases.isEmpty && !latest.isEmpty)
        #expect(content.items.count == purchases.count)
        #expect(content.latestItems.count == latest.count)
    }

    @Test func `an answer of a status alone is that status`() throws {
        let result = try result("aporat__store-receipt-validator__status-21002.json")
        #expect(result.status == .malformedOrMissingData)
    }
}
