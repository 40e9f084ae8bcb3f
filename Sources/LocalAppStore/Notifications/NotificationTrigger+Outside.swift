import AppReceipt
import Foundation
import StoreLedger
import StoreModel

// Events outside of the store, of which it only sends notifications.
extension NotificationTrigger {
    /// Reports an event about a subscription, which stays as it is.
    func report() throws {
        let id = try subscribed().entryID
        try store.change { writer, date in
            let reader = writer.reader
            let first = try reader.requiredEntry(id)
            let transactions = try reader.transactions(ofPeriodOf: first)
            let entry = LedgerEntry.newest(ofPeriod: transactions) ?? first
            try writer.apply([.notify(event, about: entry, at: date)])
        }
    }

    /// Reports that the App Store took seats of a subscription from members of the group.
    func unclaimSeats() throws {
        let id = try subscribed().entryID
        let claims = seatClaims.isEmpty ? [UUID()] : seatClaims
        try store.change { writer, date in
            let entry = try writer.reader.requiredEntry(id)
            try writer.apply([.notifyUnclaimed(claims, about: entry, at: date)])
        }
    }

    /// Reports that a parent withdrew the consent to the app.
    func rescindConsent() throws {
        try store.change { writer, date in
            try writer.notify(event, of: store.customerID, at: date) { $0.appData = .init() }
        }
    }
}

// Tokens of purchases outside the App Store.
extension NotificationTrigger {
    typealias Token = NotificationPayload.ExternalPurchaseToken

    /// The time between two reminders of an active token.
    private static let reminderInterval: TimeInterval = 30 * 86_400
    /// The time for which the token of a custom link is active; our choice.
    private static let tokenLifetime: TimeInterval = 365 * 86_400

    /// Reports a token that the developer did not report.
    func reportToken() throws {
        try report(makeToken(), event)
    }

    /// Reports the token of a custom link that was made now.
    @discardableResult
    func createToken() throws -> Token {
        var token = makeToken()
        token.tokenExpirationDate = token.tokenCreationDate.map { $0 + Self.tokenLifetime }
        token.tokenType = .services
        try report(token, NotificationEvent(.externalPurchaseToken, .created))
        return token
    }

    /// Reminds of the customer's last active token, a month after its creation.
    func remindOfToken() throws {
        let token = try activeToken() ?? createToken()
        if let date = token.tokenCreationDate.map({ $0 + Self.reminderInterval }),
            date > store.clock.now
        {
            try store.time.advance(to: date)
        }
        try report(token, event)
    }

    private func activeToken() throws -> Token? {
        var query = NotificationHistoryQuery()
        query.type = .externalPurchaseToken
        query.subtype = .created
        let records = try store.notifications.history(query, limit: .max)
        return records.map(\.notification).last { $0.customerID == store.customerID }?
            .payload.externalPurchaseToken
            .flatMap { token in
                token.tokenExpirationDate.map { $0 > store.clock.now } == true ? token : nil
            }
    }

    private func makeToken() -> Token {
        var token = Token()
        token.externalPurchaseIdentifier = UUID().uuidString.lowercased()
        token.tokenCreationDate = store.clock.now
        return token
    }

    private func report(_ token: Token, _ event: NotificationEvent) throws {
        try store.change { writer, date in
            try writer.notify(event, of: store.customerID, at: date) {
                $0.externalPurchaseToken = token
            }
        }
    }
}
