import Foundation
import StrictJSON

/// The payload of a signed document: ``TransactionPayload``, ``RenewalInfoPayload``,
/// ``AppTransactionPayload`` or ``NotificationPayload``.
///
/// A value proves nothing: it may be decoded from a document that was not verified, or made to be
/// issued. Only that of a ``VerifiedJWS`` is verified. Other types cannot conform.
public protocol JWSPayload: Hashable, Sendable {
    /// Makes a payload in which nothing is set.
    init()

    /// The decoding and encoding of the payload.
    static var coding: JWSPayloadCoding<Self> { get }
}

/// The decoding and encoding of a payload; only this module makes values.
public struct JWSPayloadCoding<Payload>: Sendable {
    /// The members that every real document of this kind has one of, and no other kind has.
    let ownMembers: [String]
    /// The members with the date of a signature; the first that the document contains is used.
    let signingDates: [String]
    let decode: @Sendable ([String: JSONValue]) throws(JSONMembers.Failure) -> Payload
    let encode: @Sendable (Payload) throws(JSONMembers.Failure) -> [String: JSONValue]
}

extension JWSPayloadCoding where Payload: JSONMembersCoding {
    init(ownMembers: [String], signingDates: [String]) {
        self.ownMembers = ownMembers
        self.signingDates = signingDates
        decode = { object throws(JSONMembers.Failure) in try JSONMembers.decode(object) }
        encode = { payload throws(JSONMembers.Failure) in try JSONMembers.encode(payload) }
    }
}

/// The JSON of a payload, whose members are not looked at yet.
struct JWSContent {
    let bytes: [UInt8]
    let members: [String: JSONValue]

    init(_ bytes: [UInt8]) throws(JWSRefusal) {
        do throws(JSONSyntaxError) {
            members = try JSONParser.object(in: bytes)
        } catch {
            let reason = "the payload is not a JSON object at byte \(error.offset): \(error.reason)"
            throw .init(rule: .content, reason: reason)
        }
        self.bytes = bytes
    }

    /// The value of a member; `nil` if it is missing or `null`.
    private func value(of member: String) -> JSONValue? {
        members[member].flatMap { $0 == .null ? nil : $0 }
    }

    func signingDate(in members: [String]) throws(JWSRefusal) -> Date {
        for member in members {
            guard let value = value(of: member) else { continue }
            guard let date = JSONDate.decode(value) else {
                let reason = "\(member) is \(value.quoted) instead of milliseconds since 1970"
                throw .init(rule: .signingDate, reason: reason)
            }
            return date
        }
        let reason = "the payload has no \(members.joined(separator: " and no "))"
        throw .init(rule: .signingDate, reason: reason)
    }

    func decode<Payload: JWSPayload>() throws(JWSRefusal) -> Payload {
        try decode(Payload.coding.decode)
    }

    /// Checks that the members are not those of another kind of document than `payload`.
    ///
    /// The App Store signs all kinds with the same keys, and every member of them may be missing.
    func requireKind<Payload: JWSPayload>(of payload: Payload) throws(JWSRefusal) {
        let own = Payload.coding.ownMembers
        guard !own.contains(where: { value(of: $0) != nil }) else { return }
        // Without a member of its own, a document may contain only members that this kind has, too.
        let known = (try? Payload.coding.encode(payload)) ?? [:]
        let strange = members.keys.sorted().first { value(of: $0) != nil && known[$0] == nil }
        guard let strange else { return }
        let reason =
            "the payload has no \(own.joined(separator: " and no ")), but \(strange.quoted)"
        throw .init(rule: .kind, reason: reason)
    }

    func decode<Value>(
        _ body: ([String: JSONValue]) throws(JSONMembers.Failure) -> Value
    ) throws(JWSRefusal) -> Value {
        do throws(JSONMembers.Failure) {
            return try body(members)
        } catch {
            throw .init(rule: .content, reason: "\(error.member) is not \(error.expected)")
        }
    }
}
