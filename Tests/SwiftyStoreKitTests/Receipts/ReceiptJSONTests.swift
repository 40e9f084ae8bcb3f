import Foundation
import Testing

@testable import SwiftyStoreKit

@Suite struct ReceiptJSONTests {
    @Test(arguments: ReceiptForm.allCases)
    func `a receipt can be walked by casts`(form: ReceiptForm) throws {
        let json = TestReceipt.make(
            inApp: [TestEntry.make()],
            latest: [TestEntry.make("monthly"), TestEntry.make("yearly")]
        )
        let info = try TestReceipt.info(json, as: form)
        let receipt = try #require(info["receipt"] as? ReceiptInfo)
        let purchases = try #require(receipt["in_app"] as? [ReceiptInfo])
        #expect(purchases.map { $0["product_id"] as? String } == ["coins"])
        let latest = try #require(info["latest_receipt_info"] as? [[String: Any]])
        #expect(latest.map { $0["product_id"] as? String } == ["monthly", "yearly"])
        #expect((info["latest_receipt_info"] as? NSArray)?.count == 2)
        #expect(info["status"] as? Int == 0)
    }

    @Test(arguments: ReceiptForm.allCases)
    func `a receipt can be written as JSON again`(form: ReceiptForm) throws {
        let json = TestReceipt.make(inApp: [TestEntry.make()], latest: [TestEntry.make("monthly")])
        let info = try TestReceipt.info(json, as: form)
        let written = try JSONSerialization.data(withJSONObject: info, options: .sortedKeys)
        let expected = try JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
        #expect(written == expected)
    }

    @Test(arguments: ReceiptForm.allCases)
    func `a receipt can be written as a property list`(form: ReceiptForm) throws {
        let json = TestReceipt.make(inApp: [TestEntry.make()], latest: [TestEntry.make("monthly")])
        let info = try TestReceipt.info(json, as: form)
        let list = try PropertyListSerialization.data(
            fromPropertyList: info,
            format: .xml,
            options: 0
        )
        let decoded = try PropertyListSerialization.propertyList(from: list, format: nil)
        let details = ReceiptDetails(receiptInfo: try #require(decoded as? ReceiptInfo))
        #expect(details == ReceiptDetails(receiptInfo: info))
        #expect(details.items.count == 1 && details.latestItems.count == 1)
    }

    @Test func `a dictionary of Swift values becomes one of objects`() throws {
        let json = TestReceipt.make(inApp: [TestEntry.make()])
        #expect(ReceiptDetails(receiptInfo: ReceiptJSON.info(json)).items.count == 1)
    }

    @Test(arguments: ["0.0", "0e5", "1e-4000", "false", "\"0\"", "null", "[0]", "21007.0"])
    func `a status that is not written as a whole number is none`(status: String) {
        let result = VerifyReceiptResult(json: Data("{\"status\": \(status)}".utf8))
        #expect(result.status == ReceiptStatus.none)
    }

    @Test func `a status that is a whole number counts`() {
        for zero in ["0", "-0"] {
            let result = VerifyReceiptResult(json: Data("{\"status\": \(zero)}".utf8))
            #expect(result.error == nil)
        }
        let result = VerifyReceiptResult(json: Data("{\"status\": 21007}".utf8))
        #expect(result.status == .testReceipt)
    }

    @Test(arguments: ["[", "{\"receipt\":"])
    func `depth without end is refused`(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(VerifyReceiptResult(json: Data(text.utf8)).error?.errorCode == 2)
    }

    @Test func `depth within bounds is decoded`() throws {
        let text =
            String(repeating: "{\"receipt\":", count: 400) + "0"
            + String(repeating: "}", count: 400)
        let result = VerifyReceiptResult(json: Data(text.utf8))
        #expect(result.status == ReceiptStatus.none)
    }

    @Test func `entries that cannot be decoded are logged without their content`() throws {
        let messages = Recorder<String>()
        let log = Log()
        log.logger = { _, text in messages.record(text) }
        let entry: [String: Any] = ["product_id": "secret-product", "quantity": "1"]
        let receipt = try TestReceipt.info(TestReceipt.make(inApp: [entry]))
        _ = ReceiptDecoder(receipt, log: log).purchases(of: ["secret-product"])
        #expect(messages.all == ["Purchases of the receipt that could not be read: 1."])
    }
}

/// The folder of the responses; nil if the environment does not name one.
private let samplesFolder = ProcessInfo.processInfo.environment["VERIFYRECEIPT_SAMPLES"].map {
    URL(fileURLWithPath: $0)
}

/// Responses of Apple's server that others published, in the folder that `VERIFYRECEIPT_SAMPLES`
/// names.
@Suite(.enabled(if: samplesFolder != nil, "VERIFYRECEIPT_SAMPLES names no folder"))
struct ReceiptSampleTests {
    private func result(_ name: String) throws -> VerifyReceiptResult {
        let folder = try #require(samplesFolder)
        return VerifyReceiptResult(json: try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    @Test func `a response of the sandbox is decoded whole`() throws {
        let info = try result("RevenueCat__purchases-ios__verifyReceiptSample1.json").get()
        let details = ReceiptDetails(receiptInfo: info)
        #expect(details.environment == "Sandbox" && details.bundleId == "com.revenuecat.sampleapp")
        #expect(details.items.count == 9 && details.latestItems.count == 9)
        #expect(details.renewals.map(\.willRenew) == [true])
        #expect(details.requestDate == Date(timeIntervalSince1970: 1_595_440_486.402))
        let ids = Set(details.latestItems.map(\.productId))
        #expect(SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: info) == ids)
        #expect(!SwiftyStoreKit.offerEligibility(productIds: ids, inReceipt: info).introductory)
    }

    @Test(arguments: ["7ab57038", "8b143c48"])
    func `numbers in place of texts hide no purchase`(name: String) throws {
        let file = "aporat__store-receipt-validator__inAppPurchaseResponse_\(name).json"
        let info = try result(file).get()
        let receipt = try #require(info["receipt"] as? ReceiptInfo)
        let purchases = try #require(receipt["in_app"] as? [ReceiptInfo])
        let latest = try #require(info["latest_receipt_info"] as? [ReceiptInfo])
        let details = ReceiptDetails(receiptInfo: info)
        #expect(!purchases.isEmpty && !latest.isEmpty)
        #expect(details.items.count == purchases.count)
        #expect(details.latestItems.count == latest.count)
    }

    @Test func `a response with a status alone has that status`() throws {
        let result = try result("aporat__store-receipt-validator__status-21002.json")
        #expect(result.status == .malformedOrMissingData)
    }
}
