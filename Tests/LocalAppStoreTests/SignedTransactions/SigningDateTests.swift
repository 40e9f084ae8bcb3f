import AppReceipt
import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Dates of signatures")
struct SigningDateTests {
    private let clock = StoreClock.manual(startingAt: .start + 0.789)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws -> Store {
        try .recording(.offers(), at: .file(folder.file()), clock: clock)
    }

    @Test("Each is later than all before, of notifications and responses, at one moment")
    func order() throws {
        let store = try open()
        let entry = try store.pay("level")
        var dates = [try store.lastNotified(), try store.signedDate(of: entry)]
        try store.refunds.refund(entry.id)
        dates.append(try store.lastNotified())
        try store.refunds.reverse(entry.id)
        dates += [try store.lastNotified(), try store.signedDate(of: entry)]
        dates.append(try store.signedDate(of: entry))
        let milliseconds = dates.map { $0.milliseconds - Date.start.milliseconds }
        #expect(milliseconds == [789, 790, 791, 792, 793, 794])
    }

    @Test("That holds across processes, and after the ledger is opened anew")
    func processes() throws {
        let store = try open()
        let entry = try store.pay("yearly")
        var dates = [try store.lastNotified()]
        for _ in 0..<3 {
            let other = try open()
            dates += [try other.signedDate(of: entry), try store.signedDate(of: entry)]
            try other.close()
        }
        let status = try #require(try store.subscriptions.statuses().first)
        let documents = try store.signedDocuments(of: status)
        let renewalInfo = try store.payload(documents.renewalInfo)
        // Documents that are signed together show one state, and have one date.
        #expect(renewalInfo.signedDate == (try store.payload(documents.transaction)).signedDate)
        dates.append(try #require(renewalInfo.signedDate))
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("Other purchases do not move them")
    func otherPurchases() throws {
        let store = try open()
        let entries = [try store.pay("level"), try store.pay("coins")]
        for _ in 0..<9 { _ = try store.signedDate(of: entries[0]) }
        #expect(try store.signedDate(of: entries[1]) == .start + 0.79)
    }

    @Test("A response has the store's time, and the present state of the transaction")
    func present() throws {
        let store = try open()
        let entry = try store.pay("level")
        try store.refunds.refund(entry.id)
        clock.advance(by: 60)
        let payload = try store.payload(store.signedTransaction(of: entry))
        #expect(payload.revocationDate == .start)
        #expect(payload.signedDate == .start + 60.789)
        let documents = try store.signedTransactions(of: [entry, entry])
        #expect(Set(try documents.map { try store.payload($0).signedDate }).count == 1)
    }

    @Test("A notification of what was due is signed at its date, however late it is settled")
    func settled() throws {
        let store = try open()
        try store.pay("yearly")
        clock.advance(by: .days(800) + 0.5)
        let notifications = try store.notifications.history().map(\.notification)
        #expect(notifications.map(\.type) == [.subscribed, .didRenew, .didRenew])
        #expect(notifications.dropFirst().allSatisfy { $0.signedDate == $0.date })
    }

    @Test("A notification of a change is signed at its millisecond, and dated by its second")
    func notification() throws {
        let store = try open()
        try store.pay("yearly")
        let notification = try #require(try store.notifications.history().first).notification
        #expect(notification.date == .start)
        #expect(notification.signedDate == .start + 0.789)
        let payload = try store.payload(store.notifications.signed(notification))
        #expect(payload.signedDate == notification.signedDate)
    }

    @Test("A signature is no change of the ledger")
    func revision() throws {
        let store = try open()
        let entry = try store.pay("level")
        let revision = try store.read { try $0.revision() }
        _ = try store.signedDate(of: entry)
        #expect(try store.read { try $0.revision() } == revision)
        // The next change is durable again.
        let synchronous = try store.core.ledger.queue.inDatabase {
            try Int.fetchOne($0, sql: "PRAGMA synchronous")
        }
        #expect(synchronous == 2)
    }

    @Test("A ledger from before begins after its notifications")
    func migration() throws {
        let store = try open()
        let entry = try store.pay("level")
        try store.execute(
            sql: """
                UPDATE notification SET date = date + 5000;
                \(LedgerSchema.undoingToVersion19) PRAGMA user_version = 19
                """
        )
        try store.close()
        let migrated = try open()
        let notification = try #require(try migrated.notifications.history().first).notification
        #expect(notification.signedDate == .start + 5)
        #expect(try migrated.signedDate(of: entry).milliseconds == Date.start.milliseconds + 5001)
    }
}

extension Store {
    fileprivate func payload<Payload: JWSPayload>(_ document: JWS<Payload>) throws -> Payload {
        try document.unverifiedPayload()
    }

    fileprivate func signedDate(of entry: LedgerEntry) throws -> Date {
        try #require(try payload(signedTransaction(of: entry)).signedDate)
    }

    /// The date of the signature of the newest notification, and of the transaction in it.
    fileprivate func lastNotified() throws -> Date {
        let record = try #require(try notifications.history().last)
        let payload = try payload(notifications.signed(record.notification))
        let transaction = try #require(payload.data?.signedTransaction)
        let date = try #require(try self.payload(transaction).signedDate)
        #expect(payload.signedDate == date)
        return date
    }
}
