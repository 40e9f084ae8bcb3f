import AppReceipt
import EntitlementModel
import Foundation
import Testing

@testable import EntitlementService

/// Events as they are sent, signed and repeated.
@Suite struct EventFormTests {
    @Test func `an event is sent with every member that is known`() {
        var change = TimelineEntry(date: Milliseconds(.start), reason: .transferred)
        change.originalTransactionID = "1"
        change.transactionID = "2"
        change.productID = "monthly"
        change.name = "pro"
        change.price = 4_990
        change.currency = "EUR"
        change.offerType = 2
        change.offerID = "spring"
        change.offerDiscountType = "FREE_TRIAL"
        change.periodStart = Milliseconds(.start)
        change.periodEnd = Milliseconds(.start + 30 * .day)
        change.customer = .account(.otherAccount)
        let event = Self.event(change, isLate: true)
        #expect(
            event.json == """
                {"id":"01020304-0506-4708-890a-0b0c0d0e0f10","app":"com.example.shop",\
                "environment":"Sandbox","customer":"user:a\\"b","sequence":7,\
                "type":"entitlements.granted","reason":"transferred","isLate":true,\
                "change":{"date":"2024-03-01T12:00:00Z","reason":"transferred",\
                "originalTransactionId":"1","transactionId":"2","productId":"monthly",\
                "name":"pro","price":"4.99","currency":"EUR",\
                "offer":{"type":2,"id":"spring","discountType":"FREE_TRIAL"},\
                "periodStart":"2024-03-01T12:00:00Z","periodEnd":"2024-03-31T12:00:00Z",\
                "customer":"10020304-0506-4708-890a-0b0c0d0e0f01"},"entitlements":[]}
                """
        )
    }

    @Test func `a change of the past is sent without its cause`() {
        #expect(
            Self.event(nil).json == """
                {"id":"01020304-0506-4708-890a-0b0c0d0e0f10","app":"com.example.shop",\
                "environment":"Sandbox","customer":"user:a\\"b","sequence":7,\
                "type":"entitlements.granted","reason":"changed","isLate":false,\
                "entitlements":[]}
                """
        )
    }

    private static func event(_ cause: TimelineEntry?, isLate: Bool = false) -> EntitlementEvent {
        EntitlementEvent(
            customer: ScopedCustomer(scope: .shop, id: .user("a\"b")),
            sequence: 7,
            id: .account,
            type: .granted,
            cause: cause,
            isLate: isLate,
            entitlements: EntitlementJSON(text: #"{"entitlements":[]}"#)
        )
    }

    private static let amounts: [(Int64, String)] = [
        (0, "0"), (1, "0.001"), (500, "0.5"), (4_990, "4.99"), (10_000, "10"),
        (-2_495, "-2.495"), (-10, "-0.01"), (.max, "9223372036854775.807"),
        (.min, "-9223372036854775.808"),
    ]

    @Test(arguments: amounts)
    func `an amount is a decimal number without rounding`(thousandths: Int64, text: String) {
        #expect(JSON.amount(thousandths).text == "\"\(text)\"")
    }

    @Test func `a signature is that of another implementation`() {
        // hmac.new(bytes(range(24)), b"ID.1709294400.BODY", "sha256") of Python.
        let signature = EventSender.signature(
            of: .account,
            at: "1709294400",
            #"{"sequence":1}"#,
            Array(0..<24)
        )
        #expect(signature == "v1,EsUJsCNsmr9xSJQ34JBN5co83+eLngRBw1Bqk9jOf7Y=")
    }

    /// The attempts, each with the longest pause after it in milliseconds.
    private static let pauses: [(Int64, Int64)] = [
        (1, 1_000), (2, 2_000), (3, 4_000), (10, 512_000), (15, 16_384_000), (16, 21_600_000),
        (20, 21_600_000), (1_000, 21_600_000),
    ]

    @Test(arguments: pauses)
    func `pauses double up to six hours, each shortened by up to a fifth`(
        attempt: Int64,
        longest: Int64
    ) {
        let pauses = (0..<100).map { _ in EventSender.pause(after: attempt) }
        let range = longest / 5 * 4 - 1...longest
        #expect(pauses.allSatisfy { range.contains($0) })
        #expect(Set(pauses).count > 1)
    }

    @Test func `an event becomes a dead letter after some thirty hours`() {
        let attempts = EventSender.Destination(url: "").greatestAttempts
        #expect(attempts == 20)
        let pauses: Int64 = (1..<attempts).reduce(0) { $0 + EventSender.pause(after: $1) }
        let hours = Double(pauses) / 3_600_000
        #expect(hours > 26 && hours < 34)
    }
}
