public import Foundation

/// A verified document: signed below a trusted root, and in compliance with every rule.
///
/// Only a ``JWSVerifier`` makes one. It has the properties of its payload.
@dynamicMemberLookup
public struct VerifiedJWS<Payload: JWSPayload>: Hashable, Sendable {
    /// The payload of the document.
    public let payload: Payload
    /// The date when the document was signed: `signedDate`, or in an app transaction without it
    /// `receiptCreationDate`.
    ///
    /// It may lie in the future of the caller, because no rule reads a clock.
    public let signingDate: Date
    /// The payload as it was signed: a JSON object, also with the members that ``payload`` has no
    /// property for.
    public let jsonRepresentation: Data
    /// The signed document that was verified.
    public let signed: JWS<Payload>

    init(verified payload: Payload, at date: Date, json: [UInt8], from signed: JWS<Payload>) {
        self.payload = payload
        signingDate = date
        jsonRepresentation = Data(json)
        self.signed = signed
    }

    /// A property of ``payload``.
    public subscript<Value>(dynamicMember property: KeyPath<Payload, Value>) -> Value {
        payload[keyPath: property]
    }
}

/// A verified notification, with the separately verified documents in it.
public struct VerifiedNotification: Hashable, Sendable {
    /// The notification.
    public let notification: VerifiedJWS<NotificationPayload>
    /// The transaction in its ``NotificationPayload/data``.
    public let transaction: VerifiedJWS<TransactionPayload>?
    /// The renewal info in its ``NotificationPayload/data``.
    public let renewalInfo: VerifiedJWS<RenewalInfoPayload>?
    /// The app transaction in its ``NotificationPayload/appData``.
    public let appTransaction: VerifiedJWS<AppTransactionPayload>?
}
