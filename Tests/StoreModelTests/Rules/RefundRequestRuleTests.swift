import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("The rule of requests for refunds")
struct RefundRequestRuleTests {
    private let request = RefundRequest(id: 3, entryID: 1, reason: .legal, requestDate: .start)

    @Test("The developer is asked about consumables and subscriptions before the request is stored")
    func made() throws {
        let entry = LedgerEntry.make(1)
        let made = RefundRequest(id: 0, entryID: 1, reason: .legal, requestDate: .start)
        let insertion = LedgerEdit.insertRefundRequest(made, of: 1)
        #expect(
            try RefundRequestRule(entry, openRequest: nil, at: .start).request(because: .legal) == [
                .notify(
                    NotificationEvent(.consumptionRequest),
                    about: entry,
                    consumptionRequestReason: .legal,
                    at: .start
                ),
                insertion,
            ]
        )
        let level = LedgerEntry.make(1, "level", kind: .nonConsumable)
        let rule = RefundRequestRule(level, openRequest: nil, at: .start)
        #expect(try rule.request(because: .legal) == [insertion])
    }

    @Test("There is one open request about a purchase")
    func open() {
        let rule = RefundRequestRule(.make(1), openRequest: request, at: .start)
        let needs = "without an open request for a refund"
        #expect(throws: StoreError.unsuitableEntry(id: 1, needs: needs)) {
            try rule.request(because: .other)
        }
    }

    @Test("A report counts for twelve hours, and of two kinds of products")
    func report() throws {
        let json = Data(
            """
            {"customerConsented": true, "sampleContentProvided": false,
            "deliveryStatus": "DELIVERED"}
            """.utf8
        )
        let report = try ConsumptionReport(.two, json: json)
        var reported = request
        reported.consumption = report
        let end = Date.start + RefundRequest.reportingPeriod
        let inTime = RefundRequestRule(.make(1), openRequest: request, at: end)
        #expect(try inTime.report(report) == [.saveRefundRequest(reported)])
        #expect(
            try RefundRequestRule(.make(1), openRequest: request, at: end + 1).report(report) == []
        )
        #expect(try RefundRequestRule(.make(1), openRequest: nil, at: end).report(report) == [])
        let level = LedgerEntry.make(1, "level", kind: .nonConsumable)
        #expect(throws: StoreError.refusedRequest(.unsupportedProductKind)) {
            try RefundRequestRule(level, openRequest: request, at: end).report(report)
        }
    }

    @Test("A declined request is closed, and the developer is notified")
    func decline() throws {
        let entry = LedgerEntry.make(1)
        var declined = request
        declined.decision = .declined
        declined.decisionDate = .start + 60
        let rule = RefundRequestRule(entry, openRequest: request, at: .start + 60)
        #expect(
            try rule.decline() == [
                .saveRefundRequest(declined),
                .notify(NotificationEvent(.refundDeclined), about: entry, at: .start + 60),
            ]
        )
        #expect(throws: StoreError.self) {
            try RefundRequestRule(entry, openRequest: nil, at: .start).decline()
        }
    }
}
