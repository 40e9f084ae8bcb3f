import Foundation
import StrictJSON

extension OfflineEntitlements {
    /// Encodes a list as in the response of a server: `{"entitlements":[…]}` in UTF-8.
    ///
    /// A ``SignedOfflineEntitlements`` has the same list, byte by byte. An entitlement has these
    /// members in this order, without white space: `name`, `productId`, `originalTransactionId`,
    /// `state`, `granted` and `until`, in a subscription with seats `seats` and `role`, and of a
    /// grant `source`. A grant has neither product nor transaction.
    ///
    /// - Parameter entitlements: The entitlements of one customer.
    /// - Returns: The bytes of a JSON object.
    /// - Throws: ``SignedOfflineEntitlements/Error/unrepresentable(member:reason:)``, if a string
    ///   is empty or contains NUL, or a date is outside the years 1 to 9999.
    public static func json(
        of entitlements: [Entitlement]
    ) throws(SignedOfflineEntitlements.Error) -> [UInt8] {
        let (bytes, _) = try written([member(entitlements)], Entitlement.list)
        return bytes
    }

    /// The payload of a document, and the value that a reader gets from it.
    func payload() throws(SignedOfflineEntitlements.Error) -> ([UInt8], OfflineEntitlements) {
        let claims: [JSONWriter.Member] = [
            ("iat", { $0.write(seconds: issuedAt) }),
            ("exp", { $0.write(seconds: expiresAt) }),
            ("app", { $0.write(bundleIdentifier) }),
            ("environment", { $0.write(environment.rawValue) }),
            ("customer", { $0.write(customer) }),
        ]
        return try Self.written(claims + [Self.member(entitlements)], OfflineEntitlements.init)
    }

    private static func member(_ entitlements: [Entitlement]) -> JSONWriter.Member {
        ("entitlements", { $0.writeList(entitlements) { $0.writeObject($1.members) } })
    }

    /// Writes an object and reads it, so that nothing is written that no reader accepts.
    private static func written<Value>(
        _ members: [JSONWriter.Member],
        _ read: (JSONNode) throws(JSONMismatch) -> Value
    ) throws(SignedOfflineEntitlements.Error) -> ([UInt8], Value) {
        var writer = JSONWriter()
        writer.writeObject(members)
        do throws(JSONMismatch) {
            return (writer.bytes, try read(try JSONNode(document: writer.bytes)))
        } catch {
            throw .unrepresentable(member: error.path, reason: error.reason)
        }
    }
}

extension OfflineEntitlements.Entitlement {
    fileprivate var members: [JSONWriter.Member] {
        var members: [JSONWriter.Member] = [("name", { $0.write(name) })]
        if let productIdentifier {
            members.append(("productId", { $0.write(productIdentifier) }))
        }
        if let originalTransactionIdentifier {
            members.append(("originalTransactionId", { $0.write(originalTransactionIdentifier) }))
        }
        members += [
            ("state", { $0.write(state.rawValue) }),
            ("granted", { $0.write(.bool(isGranted)) }),
            ("until", { $0.write(until.map { .string($0.shortRFC3339) } ?? .null) }),
        ]
        if let seats { members.append(("seats", { $0.write(.number(String(seats))) })) }
        if let role { members.append(("role", { $0.write(role.rawValue) })) }
        if let source { members.append(("source", { $0.write(source.rawValue) })) }
        return members
    }
}

extension JSONWriter {
    fileprivate typealias Member = (name: String, write: (inout JSONWriter) -> Void)

    fileprivate mutating func writeObject(_ members: [Member]) {
        writeObject(members) { $0.writeMember($1.name, $1.write) }
    }

    /// Writes a date in whole seconds since 1970.
    fileprivate mutating func write(seconds date: Date) {
        let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down))
        write(seconds.map { .number(String($0)) } ?? .null)
    }
}
