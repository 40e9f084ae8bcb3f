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
        let attempt = try #require(try store.notifications.beginAttempt())
        #expect(attempt.notification.type == .oneTimeCharge)
        try store.notifications.end(attempt, with: .success, status: 204, response: "")
        #expect(try store.notifications.nextDate() == nil)
        clock.advance(by: .days(30))
        #expect(try store.notifications.beginAttempt() == nil)
        let record = try #require(try store.notifications.history().first)
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
        while let date = try store.notifications.nextDate() {
            clock.advance(to: date)
            let attempt = try #require(try store.notifications.beginAttempt())
            try store.notifications.end(attempt, with: .unsuccessfulStatus)
            dates.append(date)
        }
        let hours = dates.map { $0.timeIntervalSince(.start) / 3600 }
        #expect(hours == [0, 1, 13, 37, 85, 157])
        let record = try #require(try store.notifications.history().first)
        #expect(record.attempts.map(\.date) == dates)
        #expect(record.attempts.allSatisfy { $0.result == .unsuccessfulStatus })
    }

    @Test("All that did not arrive are sent again, and nothing else")
    func replayFailed() throws {
        for product in ["coins", "level", "monthly"] { try store.pay(product) }
        for result in [StoreNotification.Attempt.Result.success, .timedOut] {
            let attempt = try #require(try store.notifications.beginAttempt())
            try store.notifications.end(attempt, with: result)
        }
        #expect(try store.notifications.replayFailed() == 1)
        let records = try store.notifications.history()
        #expect(records.map(\.attempts.count) == [1, 0, 0])
        #expect(records.map(\.notification.nextAttemptDate) == [nil, .start, .start])
        #expect(try store.notifications.replayFailed() == 0)
    }

    @Test("A part of the type or the name, an identifier and a transaction find a notification")
    func search() throws {
        try store.pay("monthly")
        try store.customers.acting(addingIfNeeded: "Bea").pay("coins")
        func types(_ text: String) throws -> [String] {
            var query = NotificationHistoryQuery()
            query.text = text
            return try store.notifications.latest(query).map(\.notification.type.rawValue)
        }
        #expect(try types("charge") == ["ONE_TIME_CHARGE"])
        #expect(try types("initial") == ["SUBSCRIBED"])
        #expect(try types("BEA") == ["ONE_TIME_CHARGE"])
        #expect(try types("1") == ["SUBSCRIBED"])
        #expect(try types("%").isEmpty)
        let newest = try #require(try store.notifications.latest().first).notification
        #expect(try types("\(newest.identifier)".lowercased()) == ["ONE_TIME_CHARGE"])
        #expect(throws: StoreError.unsuitableText("a\0")) { try types("a\0") }
    }

    @Test("An attempt whose process is killed is made again later, and by one process alone")
    func killed() throws {
        try store.pay("coins")
        #expect(try store.notifications.beginAttempt() != nil)
        #expect(try store.notifications.beginAttempt() == nil)
        #expect(try store.notifications.nextDate() == .start + 3600)
        clock.advance(by: 3600)
        #expect(try store.notifications.beginAttempt() != nil)
        #expect(try store.notifications.history()[0].attempts.map(\.result) == [nil, nil])
    }

    @Test("One that cannot be delivered does not hold up the others")
    func order() throws {
        for product in ["coins", "level"] { try store.pay(product) }
        let first = try #require(try store.notifications.beginAttempt())
        try store.notifications.end(first, with: .socketIssue)
        let second = try #require(try store.notifications.beginAttempt())
        #expect(second.notification.transactionInfo?.productIdentifier == "level")
    }

    @Test("Without an address nothing is sent, and a replay sends it later")
    func replay() throws {
        try store.notifications.updateSettings { $0.url = nil }
        try store.pay("coins")
        #expect(try store.notifications.nextDate() == nil)
        let identifier = try store.notifications.history()[0].notification.identifier
        clock.advance(by: 10)
        #expect(try store.notifications.replay(identifier))
        #expect(try store.notifications.nextDate() == .start + 10)
        #expect(try !store.notifications.replay(UUID()))
    }

    @Test("A notification that is replayed while it is being sent is sent again")
    func replayDuringAttempt() throws {
        try store.pay("coins")
        let attempt = try #require(try store.notifications.beginAttempt())
        clock.advance(by: 10)
        #expect(try store.notifications.replay(attempt.notification.identifier))
        try store.notifications.end(attempt, with: .success, status: 200, response: "")
        #expect(try store.notifications.nextDate() == .start + 10)
        let replayed = try #require(try store.notifications.beginAttempt())
        try store.notifications.end(replayed, with: .success, status: 200, response: "")
        let record = try #require(try store.notifications.history().first)
        #expect(record.attempts.map(\.result) == [.success])
        #expect(record.notification.nextAttemptDate == nil)
    }

    @Test("The result of a replayed attempt is not taken for that of another notification")
    func replayBesideOther() throws {
        for product in ["coins", "level"] { try store.pay(product) }
        let attempt = try #require(try store.notifications.beginAttempt())
        try store.notifications.replay(attempt.notification.identifier)
        let purchase = try #require(attempt.notification.originalID)
        let other = try #require(try store.notifications.beginAttempt(excluding: [purchase]))
        try store.notifications.end(other, with: .success)
        try store.notifications.end(attempt, with: .timedOut)
        let records = try store.notifications.history()
        #expect(records.map { $0.attempts.map(\.result) } == [[], [.success]])
    }

    @Test("The signed notification has the documents of its event, each signed on its own")
    func document() throws {
        store.app = StoreApp(bundleIdentifier: "com.example.shop", version: "12")
        let entry = try store.pay("yearly")
        clock.advance(by: 60)
        try store.refunds.refund(entry.id)
        let record = try #require(try store.notifications.history().first)
        let verifier = JWSVerifier(
            trustedRoots: try TrustedRoots([store.signedTransactionRootCertificate]),
            policy: JWSPolicy(bundleIdentifier: "com.example.shop", environments: [.sandbox])
        )
        let verified = try verifier.verify(store.notifications.signed(record.notification))
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
        let identifier = try #require(try store.notifications.requestTest())
        let record = try #require(try store.notifications.record(identifier))
        #expect(record.notification.type == .test)
        #expect(record.notification.nextAttemptDate == .start)
        try store.notifications.updateSettings { $0.url = nil }
        #expect(try store.notifications.requestTest() == nil)
    }

    @Test("The history is filtered, and continued after a notification")
    func history() throws {
        try store.pay("coins")
        clock.advance(by: 60)
        let entry = try store.pay("yearly")
        clock.advance(by: 60)
        try store.subscriptions.setAutoRenew(false, of: entry.id)
        let attempt = try #require(try store.notifications.beginAttempt())
        try store.notifications.end(attempt, with: .timedOut)
        func numbers(_ filter: (inout NotificationHistoryQuery) -> Void) throws -> [Int64] {
            var query = NotificationHistoryQuery()
            filter(&query)
            return try store.notifications.history(query).map(\.notification.id)
        }
        #expect(try numbers { _ in } == [1, 2, 3])
        #expect(try numbers { $0.startDate = .start + 60 } == [2, 3])
        #expect(try numbers { $0.endDate = .start + 60 } == [1])
        #expect(try numbers { $0.type = .subscribed } == [2])
        #expect(try numbers { $0.subtype = .autoRenewDisabled } == [3])
        #expect(try numbers { $0.entryID = entry.id } == [2, 3])
        #expect(try numbers { $0.entryID = 99 } == [])
        #expect(try numbers { $0.isFailed = true } == [1])
        #expect(try store.notifications.history(after: 1, limit: 1).map(\.notification.id) == [2])
    }

    @Test("Notifications are kept for 180 days, and longer while they are to be sent")
    func retention() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.recording(.offers(), at: .file(folder.file()), clock: clock)
            try store.pay("coins")
            try store.notifications.updateSettings { $0.url = URL(string: "http://localhost:1") }
            try store.pay("coins")
            try store.close()
        }
        clock.advance(by: .days(181))
        let store = try Store.make(.offers(), at: .file(folder.file()), clock: clock)
        #expect(try store.notifications.history().map(\.notification.id) == [2])
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
        try store.notifications.updateSettings {
            $0.isRecording = true
            $0.url = address.flatMap(URL.init(string:))
        }
        return store
    }

    /// The types and subtypes of all notifications.
    var events: [String] {
        get throws { try notifications.history(limit: 100).map(\.notification.event) }
    }
}

extension StoreNotification {
    /// The type and the subtype, as in `EXPIRED.VOLUNTARY`.
    var event: String {
        [type.rawValue, subtype?.rawValue].compactMap { $0 }.joined(separator: ".")
    }
}
