import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Subjects of triggered notifications")
struct NotificationSubjectTests {
    let clock = StoreClock.manual(startingAt: .start)
    let store: Store

    init() throws {
        store = try Store.make(.offers(), clock: clock)
    }

    /// The last notification that a trigger causes, verified as by a back end.
    private func notification(_ name: String) throws -> VerifiedNotification {
        try verified(try #require(try store.trigger(name).last).notification)
    }

    private func verified(_ notification: StoreNotification) throws -> VerifiedNotification {
        let verifier = try store.documentVerifier(in: try store.documentContext())
        return try verifier.verify(try store.notifications.signed(notification))
    }

    @Test(
        "A notification about a subscription has its transaction and its renewal info",
        arguments: [
            "PRICE_CHANGE", "METADATA_UPDATE", "MIGRATION", "REFUND.SEATS",
            "DID_CHANGE_RENEWAL_PREF.INCREASE_QUANTITY",
            "DID_CHANGE_RENEWAL_PREF.DECREASE_QUANTITY",
        ]
    )
    func subscription(name: String) throws {
        let verified = try notification(name)
        let data = try #require(verified.notification.data)
        #expect(data.status == .active)
        #expect(data.bundleIdentifier == store.app.bundleIdentifier)
        #expect(data.appVersion == store.app.version)
        let transaction = try #require(verified.transaction)
        #expect(transaction.revocationDate == nil)
        let original = verified.renewalInfo?.originalTransactionIdentifier
        #expect(original == transaction.originalTransactionIdentifier)
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed])
    }

    @Test("The other name of a migration is the same")
    func migration() throws {
        let records = try store.trigger("MIGRATE")
        #expect(records.last?.notification.type.rawValue == "MIGRATION")
    }

    @Test(
        "A subscription that the store ends has the reason",
        arguments: [
            ("EXPIRED.PRODUCT_NOT_FOR_SALE", .productUnavailable), ("EXPIRED", .other),
        ] as [(String, RenewalInfoPayload.ExpirationReason)]
    )
    func expiry(name: String, reason: RenewalInfoPayload.ExpirationReason) throws {
        let verified = try notification(name)
        #expect(verified.notification.data?.status == .expired)
        #expect(verified.renewalInfo?.expirationReason == reason)
        #expect(verified.renewalInfo?.willAutoRenew == false)
    }

    @Test("A price increase that is declined has a notification without a subtype, too")
    func declinedIncrease() throws {
        let records = try store.trigger("DID_CHANGE_RENEWAL_STATUS")
        #expect(
            records.map(\.notification.event) == [
                "SUBSCRIBED.INITIAL_BUY", "PRICE_INCREASE.PENDING",
                "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "DID_CHANGE_RENEWAL_STATUS",
            ]
        )
        let last = try verified(try #require(records.last).notification)
        #expect(last.renewalInfo?.willAutoRenew == false)
    }

    @Test("The withdrawal of consent has the customer's app transaction")
    func consent() throws {
        let verified = try notification("RESCIND_CONSENT")
        let app = try #require(verified.appTransaction)
        #expect(app.appTransactionIdentifier == "700000000000000001")
        #expect(app.creationDate == verified.notification.signedDate)
        #expect(verified.notification.appData?.environment == .sandbox)
        #expect(verified.notification.data == nil)
        #expect(try store.entries().isEmpty)
    }

    @Test("A token that was not reported has neither an end nor a type")
    func unreportedToken() throws {
        let token = try #require(
            try notification("EXTERNAL_PURCHASE_TOKEN.UNREPORTED").notification
                .externalPurchaseToken
        )
        let identifier = try #require(token.externalPurchaseIdentifier)
        #expect(identifier.hasPrefix("SANDBOX_"))
        #expect(UUID(uuidString: String(identifier.dropFirst("SANDBOX_".count))) != nil)
        #expect(token.bundleIdentifier == store.app.bundleIdentifier)
        #expect(token.tokenCreationDate == .start)
        #expect(token.tokenExpirationDate == nil && token.tokenType == nil)
    }

    @Test("A reminder is of the token that was made, a month later")
    func reminder() throws {
        let created = try notification("EXTERNAL_PURCHASE_TOKEN.CREATED").notification
        let token = try #require(created.externalPurchaseToken)
        #expect(token.tokenExpirationDate == .start + .days(365))
        #expect(token.tokenType == .services)
        for _ in 1...2 {
            let reminder = try notification("EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER")
            #expect(reminder.notification.externalPurchaseToken == token)
            #expect(reminder.notification.signedDate == .start + .days(30))
        }
        clock.advance(by: .days(365))
        let later = try store.trigger("EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER")
        #expect(
            later.map(\.notification.event) == [
                "EXTERNAL_PURCHASE_TOKEN.CREATED",
                "EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER",
            ]
        )
        let renewed = try verified(try #require(later.last).notification).notification
        #expect(renewed.externalPurchaseToken != token)
    }

    @Test("In production a token has the app's identifier, and no mark of the sandbox")
    func production() throws {
        try store.updateReceiptSettings {
            $0.environment = .production
            $0.appleIdentifier = 41_234
        }
        let token = try notification("EXTERNAL_PURCHASE_TOKEN.CREATED").notification
            .externalPurchaseToken
        #expect(token?.appAppleIdentifier == 41_234)
        #expect(token?.environment == .production)
        #expect(try notification("RESCIND_CONSENT").appTransaction?.appAppleIdentifier == 41_234)
    }

    @Test("The claims of seats that are taken are those that are named, or a new one")
    func seats() throws {
        let claims = [UUID(), UUID()]
        let records = try store.notifications.trigger(.init(.unclaimSeats), seatClaims: claims)
        let record = try #require(records.last).notification
        #expect(record.entryID == 1 && record.originalID == 1)
        #expect(record.signedDate > records[0].notification.signedDate)
        let seats = try #require(try verified(record).notification.unclaimInfo)
        #expect(seats.seatClaimIdentifiers == claims)
        #expect(seats.bundleIdentifier == store.app.bundleIdentifier)
        let unnamed = try notification("UNCLAIM_SEATS").notification.unclaimInfo
        #expect(unnamed?.seatClaimIdentifiers?.count == 1)
        let error = #expect(throws: StoreError.self) {
            try store.notifications.trigger(.init(.refund), seatClaims: claims)
        }
        #expect(error?.localizedDescription.contains("only UNCLAIM_SEATS has") == true)
    }

    @Test("A notification of an unknown type is listed, signed and verified")
    func unknown() throws {
        try store.notifications.updateSettings { $0.isRecording = true }
        let event = try #require(NotificationEvent("SEATS_MOVED.SIDEWAYS"))
        let entry = try store.pay("monthly")
        try store.change { writer, date in
            try writer.apply([.notify(event, about: entry, at: date)])
        }
        var query = NotificationHistoryQuery()
        query.type = event.type
        let record = try #require(try store.notifications.history(query).last)
        #expect(record.notification.event == "SEATS_MOVED.SIDEWAYS")
        let verified = try self.verified(record.notification)
        #expect(verified.notification.type == event.type)
        #expect(verified.transaction?.productIdentifier == "monthly")
    }

    @Test(
        "A name has a type, and after a dot a subtype",
        arguments: ["", ".", "A.", ".B", "A.B.C"]
    )
    func names(name: String) {
        #expect(NotificationEvent(name) == nil)
        #expect(NotificationEvent("A.B")?.description == "A.B")
        #expect(NotificationEvent("A")?.subtype == nil)
    }
}
