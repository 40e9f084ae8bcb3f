import Foundation
import StoreKit
import StrictJSON
import Testing

@Suite("Data of the Advanced Commerce API")
struct AdvancedCommerceInfoTests {
    private static let transaction = """
        {
            "requestReferenceId": "R", "estimatedTax": 800, "taxRate": "0.19", "taxCode": "C003",
            "taxExclusivePrice": 4190, "period": "P1M",
            "descriptors": {"description": "All channels", "displayName": "Channels"},
            "items": [
                {
                    "SKU": "news", "displayName": "News", "description": "A channel",
                    "price": 4990, "revocationDate": 1736510400500,
                    "offer": {
                        "price": 990, "period": "P1W", "periodCount": 2, "reason": "WIN_BACK"
                    },
                    "refunds": [
                        {
                            "refundAmount": 1250, "refundDate": 1736510400000,
                            "refundReason": "LEGAL", "refundType": "PRORATED"
                        }
                    ],
                    "partners": [{"id": "P", "name": "Partner"}, {"id": "Q"}]
                },
                {"SKU": "sport", "displayName": "Sport", "description": "Two", "price": 0}
            ]
        }
        """

    private static let renewal = """
        {
            "consistencyToken": "T", "requestReferenceId": "R", "taxCode": "C003",
            "descriptors": {"description": "All channels", "displayName": "Channels"},
            "period": "P1Y",
            "items": [
                {
                    "SKU": "news", "displayName": "News", "description": "A channel",
                    "price": 4990,
                    "priceIncreaseInfo": {
                        "status": "SCHEDULED", "price": 5990, "dependentSKUs": ["sport"]
                    }
                },
                {
                    "SKU": "sport", "displayName": "Sport", "description": "Two", "price": 0,
                    "priceIncreaseInfo": {"status": "PENDING", "price": 1}
                },
                {"SKU": "film", "displayName": "Film", "description": "Three", "price": 1}
            ]
        }
        """

    private static func node(_ text: String) throws -> JSONNode {
        try JSONNode(document: Array(text.utf8))
    }

    private static func decoded(_ text: String) throws -> Transaction.AdvancedCommerceInfo? {
        let node = try node(text)
        return try? Transaction.AdvancedCommerceInfo(node)
    }

    @Test("A transaction's data is decoded, amounts in thousandths")
    func transactionData() throws {
        let info = try #require(try Self.decoded(Self.transaction))
        #expect(info.requestReferenceID == "R")
        #expect(info.estimatedTax == Decimal(8) / 10)
        #expect(info.taxRate == Decimal(19) / 100)
        #expect(info.taxCode == "C003")
        #expect(info.taxExclusivePrice == Decimal(419) / 100)
        #expect(info.description == "All channels")
        #expect(info.displayName == "Channels")
        #expect(info.period == .monthly)
        #expect(info.items.count == 2)
    }

    @Test("A part of a transaction is decoded with its offer and its refunds")
    func transactionItem() throws {
        let item = try #require(try Self.decoded(Self.transaction)?.items.first)
        #expect(item.details.sku == "news")
        #expect(item.details.displayName == "News")
        #expect(item.details.description == "A channel")
        #expect(item.details.price == Decimal(499) / 100)
        #expect(item.details.partners.map(\.id) == ["P", "Q"])
        #expect(item.details.partners.map(\.name) == ["Partner", nil])
        #expect(item.revocationDate == Date(timeIntervalSince1970: 1_736_510_400.5))
        let offer = try #require(item.details.offer)
        #expect(offer.price == Decimal(99) / 100)
        #expect(offer.period == .weekly)
        #expect(offer.periodCount == 2)
        #expect(offer.reason == .winBack)
        let refund = try #require(item.refunds?.first)
        #expect(refund.amount == Decimal(125) / 100)
        #expect(refund.date == Date(timeIntervalSince1970: 1_736_510_400))
        #expect(refund.reason == .legal)
        #expect(refund.type == .proRated)
    }

    @Test("What a part may lack is nil or empty")
    func shortItem() throws {
        let item = try #require(try Self.decoded(Self.transaction)?.items.last)
        #expect(item.details.offer == nil)
        #expect(item.details.partners.isEmpty)
        #expect(item.refunds == nil)
        #expect(item.revocationDate == nil)
    }

    @Test("A purchase that does not renew has no period, name or description")
    func oneTimeCharge() throws {
        let text = """
            {
                "requestReferenceId": "R", "estimatedTax": 0, "taxRate": 190, "taxCode": "C",
                "taxExclusivePrice": 1, "items": []
            }
            """
        let info = try #require(try Self.decoded(text))
        #expect(info.period == nil)
        #expect(info.displayName == nil)
        #expect(info.description == nil)
        #expect(info.taxRate == Decimal(19) / 100)
    }

    @Test("Data of a transaction that is malformed or missing is nil", arguments: Self.mistakes)
    func malformedTransaction(text: String, replacement: String) throws {
        #expect(Self.transaction.contains(text))
        let malformed = Self.transaction.replacingOccurrences(of: text, with: replacement)
        #expect(try Self.decoded(malformed) == nil)
        #expect((try? Transaction.AdvancedCommerceInfo(JSONNode(nil))) == nil)
    }

    private static let mistakes = [
        ("\"requestReferenceId\"", "\"other\""), ("\"0.19\"", "\"19%\""), ("\"0.19\"", "\"\""),
        ("4190", "41.9"), ("\"P1M\"", "\"1 month\""), ("\"SKU\": \"news\"", "\"SKU\": 1"),
        ("\"periodCount\": 2", "\"periodCount\": null"), ("1250", "\"1250\""),
        ("\"items\"", "\"parts\""), ("\"id\": \"Q\"", "\"id\": 5"),
    ]

    @Test("A renewal's data is decoded")
    func renewalData() throws {
        let node = try Self.node(Self.renewal)
        let info = try SubscriptionRenewalInfo.AdvancedCommerceInfo(node)
        #expect(info.consistencyToken == "T")
        #expect(info.requestReferenceID == "R")
        #expect(info.taxCode == "C003")
        #expect(info.description == "All channels")
        #expect(info.displayName == "Channels")
        #expect(info.period == .yearly)
        #expect(info.items.map(\.details.sku) == ["news", "sport", "film"])
        let increases = info.items.map(\.priceIncreaseInfo)
        #expect(increases.map { $0?.status } == [.scheduled, .pending, nil])
        #expect(increases.first??.price == Decimal(599) / 100)
        #expect(increases.map { $0?.dependentSKUs } == [["sport"], [], nil])
    }

    @Test(
        "Data of a renewal that is malformed or missing is nil",
        arguments: ["\"consistencyToken\"", "\"period\"", "\"displayName\"", "\"status\""]
    )
    func malformedRenewal(name: String) throws {
        let malformed = Self.renewal.replacingOccurrences(of: name, with: "\"other\"")
        let node = try Self.node(malformed)
        #expect((try? SubscriptionRenewalInfo.AdvancedCommerceInfo(node)) == nil)
        let absent = try? SubscriptionRenewalInfo.AdvancedCommerceInfo(JSONNode(nil))
        #expect(absent == nil)
    }
}
