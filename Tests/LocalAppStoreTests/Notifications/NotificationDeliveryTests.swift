import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Deliveries of notifications")
struct NotificationDeliveryTests {
    let clock = StoreClock.manual(startingAt: .start)
    let store: Store

    init() throws {
        store = try Store.recording(.offers(), to: "http://localhost:1/hook", clock: clock)
    }

    @Test("What arrived is not sent again")
    func success() throws {
        try store.pay("coins")
        let attempt = try #require(try store.beginNotificationAttempt())
        #expect(attempt.notification.type == .oneTimeCharge)
        try store.end(attempt, with: .success, status: 204, response: "")
        #expect(try store.nextNotificationDate() == nil)
        clock.advance(by: .days(30))
        #expect(try store.beginNotificationAttempt() == nil)
        let record = try #require(try store.notificationHistory().first)
        let expected = StoreNotification.Attempt(
            date: .start,
            result: .success,
            status: 204,
            response: ""
        )
        #expect(record.attempts == [expected])
    }

    @Test("What did not arrive is sent again after 1, 12, 24, 48 and 72 hours, and then no more")
    func retries() throws {
        try store.pay("coins")
        var dates: [Date] = []
        while let date = try store.nextNotificationDate() {
            clock.advance(to: date)
            let attempt = try #require(try store.beginNotificationAttempt())
            try store.end(attempt, with: .unsuccessfulStatus)
            dates.append(date)
        }
        let hours = dates.map { $0.timeIntervalSince(.start) / 3600 }
        #expect(hours == [0, 1, 13, 37, 85, 157])
        let record = try #require(try store.notificationHistory().first)
        #expect(record.attempts.map(\.date) == dates)
        #expect(record.attempts.allSatisfy { $0.result == .unsuccessfulStatus })
    }

    @Test("An attempt whose process is killed is made again later, and by one process alone")
    func killed() throws {
        try store.pay("coins")
        #expect(try store.beginNotificationAttempt() != nil)
        #expect(try store.beginNotificationAttempt() == nil)
        #expect(try store.nextNotificationDate() == .start + 3600)
        clock.advance(by: 3600)
        #expect(try store.beginNotificationAttempt() != nil)
        #expect(try store.notificationHistory()[0].attempts.map(\.result) == [nil, nil])
    }

    @Test("One that cannot be delivered does not hold up the others")
    func order() throws {
        for product in ["coins", "level"] { try store.pay(product) }
        let first = try #require(try store.beginNotificationAttempt())
        try store.end(first, with: .socketIssue)
        let second = try #require(try store.beginNotificationAttempt())
        #expect(second.notification.transactionInfo?.productIdentifier == "level")
    }

    @Test("Without an address nothing is sent, and a replay sends it later")
    func replay() throws {
        try store.updateNotificationSettings { $0.url = nil }
        try store.pay("coins")
        #expect(try store.nextNotificationDate() == nil)
        let identifier = try store.notificationHistory()[0].notification.identifier
        clock.advance(by: 10)
        #expect(try store.replayNotification(identifier))
        #expect(try store.nextNotificationDate() == .start + 10)
        #expect(try !store.replayNotification(UUID()))
    }

    @Test("The signed notification has the documents of its event, each signed on its own")
    func document() throws {
        store.app = StoreApp(bundleIdentifier: "com.example.shop", version: "12")
        let entry = try store.pay("yearly")
        clock.advance(by: 60)
        try store.refund(entry.id)
        let record = try #require(try store.notificationHistory().first)
        let verifier = JWSVerifier(
            trustedRoots: try TrustedRoots([store.signedTransactionRootCertificate]),
            policy: JWSPolicy(bundleIdentifier: "com.example.shop", environments: [.sandbox])
        )
        let verified = try verifier.verify(store.signed(record.notification))
        let payload = verified.notification.payload
        #expect(payload.type == .subscribed)
        #expect(payload.subtype == .initialBuy)
        #expect(payload.identifier == record.notification.identifier)
        #expect(payload.version == "2.0")
        #expect(payload.signedDate == .start)
        #expect(payload.data?.appVersion == "12")
        #expect(payload.data?.status == .active)
        #expect(verified.transaction?.payload.transactionIdentifier == "1")
        // As of the event, before the refund.
        #expect(verified.transaction?.payload.revocationDate == nil)
        #expect(verified.renewalInfo?.payload.willAutoRenew == true)
    }

    @Test("A test notification needs an address")
    func test() throws {
        let identifier = try #require(try store.requestTestNotification())
        let record = try #require(try store.notification(identifier))
        #expect(record.notification.type == .test)
        #expect(record.notification.nextAttemptDate == .start)
        try store.updateNotificationSettings { $0.url = nil }
        #expect(try store.requestTestNotification() == nil)
    }

    @Test("The history is filtered, and continued after a notification")
    func history() throws {
        try store.pay("coins")
        clock.advance(by: 60)
        let entry = try store.pay("yearly")
        clock.advance(by: 60)
        try store.setAutoRenew(false, of: entry.id)
        let attempt = try #require(try store.beginNotificationAttempt())
        try store.end(attempt, with: .timedOut)
        func numbers(_ filter: (inout NotificationHistoryQuery) -> Void) throws -> [Int64] {
            var query = NotificationHistoryQuery()
            filter(&query)
            return try store.notificationHistory(query).map(\.notification.id)
        }
        #expect(try numbers { _ in } == [1, 2, 3])
        #expect(try numbers { $0.startDate = .start + 60 } == [2, 3])
        #expect(try numbers { $0.endDate = .start + 60 } == [1])
        #expect(try numbers { $0.type = .subscribed } == [2])
        #expect(try numbers { $0.subtype = .autoRenewDisabled } == [3])
        #expect(try numbers { $0.entryID = entry.id } == [2, 3])
        #expect(try numbers { $0.entryID = 99 } == [])
        #expect(try numbers { $0.isFailed = true } == [1])
        #expect(try store.notificationHistory(after: 1, limit: 1).map(\.notification.id) == [2])
    }

    @Test("Notifications are kept for 180 days, and longer while they are to be sent")
    func retention() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.recording(.offers(), at: .file(folder.file()), clock: clock)
            try store.pay("coins")
            try store.updateNotificationSettings { $0.url = URL(string: "http://localhost:1") }
            try store.pay("coins")
            try store.close()
        }
        clock.advance(by: .days(181))
        let store = try Store.make(.offers(), at: .file(folder.file()), clock: clock)
        #expect(try store.notificationHistory().map(\.notification.id) == [2])
    }
}

extension Store {
    /// A store that records notifications.
    static func recording(
        _ catalog: Catalog,
        at location: StoreLocation = .memory,
        to address: String? = nil,
        clock: StoreClock
    ) throws -> Store {
        let store = try Store.make(catalog, at: location, clock: clock)
        try store.updateNotificationSettings {
            $0.isRecording = true
            $0.url = address.flatMap(URL.init(string:))
        }
        return store
    }

    /// The types and subtypes of all notifications.
    var events: [String] {
        get throws { try notificationHistory(limit: 100).map(\.notification.event) }
    }
}

extension StoreNotification {
    /// The type and the subtype, as in `EXPIRED.VOLUNTARY`.
    var event: String {
        [type.rawValue, subtype?.rawValue].compactMap { $0 }.joined(separator: ".")
    }
}
