package import Foundation
import StrictJSON

/// The payload of a signed document: ``TransactionPayload``, ``RenewalInfoPayload``,
/// ``AppTransactionPayload``, ``NotificationPayload`` or ``RealtimeRequestPayload``.
///
/// A value proves nothing: it may come from an unverified document, or be made for issuing. Only
/// the payload of a ``VerifiedJWS`` is verified. Other types cannot conform.
public protocol JWSPayload: Hashable, Sendable {
    /// Makes a payload in which nothing is set.
    init()

    /// The decoding and encoding of the payload.
    static var coding: JWSPayloadCoding<Self> { get }
}

// A payload without a signature, for a store or a tool that signs it later.
extension JWSPayload {
    /// The payload as a JSON object in UTF-8.
    ///
    /// - Throws: An error if a property has no form in a document.
    package var json: Data {
        get throws { Data(JSONValue.object(try Self.coding.encode(self)).bytes) }
    }

    /// Decodes a payload from a JSON object in UTF-8.
    ///
    /// - Throws: ``JWSRefusal`` with the member that differs from a payload of this type.
    package init(json: some Sequence<UInt8>) throws(JWSRefusal) {
        self = try JWSContent(Array(json)).decode()
    }
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

/// The environment in which a document was signed.
///
/// The document can contain any string; the known ones are constants here.
public struct JWSEnvironment: RawRepresentable, Hashable, Sendable {
    /// The string in the document.
    public let rawValue: String

    /// Makes a value of the string in a document.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The App Store.
    public static let production = Self(rawValue: "Production")
    /// Apple's sandbox, including TestFlight.
    public static let sandbox = Self(rawValue: "Sandbox")
    /// StoreKit testing in Xcode.
    public static let xcode = Self(rawValue: "Xcode")
    /// A local store such as LocalAppStore.
    public static let localTesting = Self(rawValue: "LocalTesting")
}

/// The JSON of a payload before its members are decoded.
struct JWSContent {
    let bytes: [UInt8]
    let members: [String: JSONValue]

    init(_ bytes: [UInt8]) throws(JWSRefusal) {
        members = try JSONParser.object(in: bytes, of: "payload", .content)
        self.bytes = bytes
    }

    /// Whether there is a member other than `null`.
    private func has(_ member: String) -> Bool { JSONNode(members[member]).isPresent }

    func signingDate(in names: [String]) throws(JWSRefusal) -> Date {
        for name in names {
            guard let value = members[name], value != .null else { continue }
            guard let date = JSONNode(value).date else {
                let reason = "\(name) is \(value.quoted) instead of milliseconds since 1970"
                throw .init(rule: .signingDate, reason: reason)
            }
            return date
        }
        let reason = "the payload has no \(names.joined(separator: " and no "))"
        throw .init(rule: .signingDate, reason: reason)
    }

    func decode<Payload: JWSPayload>() throws(JWSRefusal) -> Payload {
        try decode(with: Payload.coding.decode)
    }

    /// Checks that the members don't belong to another kind of document than `payload`.
    ///
    /// The App Store signs all kinds with the same keys, and every member of them may be missing.
    func requireKind<Payload: JWSPayload>(of payload: Payload) throws(JWSRefusal) {
        let own = Payload.coding.ownMembers
        guard !own.contains(where: has) else { return }
        // Without a member of its own, a document may contain only members that this kind has, too.
        let known = (try? Payload.coding.encode(payload)) ?? [:]
        let strange = members.keys.sorted().first { has($0) && known[$0] == nil }
        guard let strange else { return }
        let reason =
            "the payload has no \(own.joined(separator: " and no ")), but \(strange.quoted)"
        throw .init(rule: .kind, reason: reason)
    }

    func decode<Value>(
        with body: ([String: JSONValue]) throws(JSONMembers.Failure) -> Value
    ) throws(JWSRefusal) -> Value {
        do throws(JSONMembers.Failure) {
            return try body(members)
        } catch {
            throw .init(rule: .content, reason: "\(error.member) is not \(error.expected)")
        }
    }
}
