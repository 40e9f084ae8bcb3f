import Crypto
package import Foundation

/// A payload with the members that bind it to a device.
///
/// Source: Apple's documentation of `deviceVerification` and `deviceVerificationNonce`.
package protocol DeviceBoundPayload: JWSPayload {
    /// The date of the signature, which an app transaction has under another name.
    static var signingDate: WritableKeyPath<Self, Date?> { get }
    var deviceVerification: [UInt8]? { get set }
    var deviceVerificationNonce: UUID? { get set }
}

extension DeviceBoundPayload {
    /// Binds the document to the device with an `AppStore.deviceVerificationID`.
    package mutating func bind(to device: UUID, nonce: UUID = UUID()) {
        deviceVerificationNonce = nonce
        deviceVerification = Self.verification(nonce: nonce, device: device)
    }

    /// Whether the document was made for a device.
    package func isBound(to device: UUID) -> Bool {
        guard let nonce = deviceVerificationNonce, let deviceVerification else { return false }
        return Self.verification(nonce: nonce, device: device) == deviceVerification
    }

    /// SHA-384 of both identifiers in lower case, one after the other.
    private static func verification(nonce: UUID, device: UUID) -> [UInt8] {
        let text = (nonce.uuidString + device.uuidString).lowercased()
        return Array(SHA384.hash(data: Data(text.utf8)))
    }
}

extension JSONMembersCoding where Self: DeviceBoundPayload {
    mutating func codeDevice(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("deviceVerification", .bytes, &deviceVerification)
        try members.code("deviceVerificationNonce", .uuid, &deviceVerificationNonce)
    }
}

extension TransactionPayload {
    package static var signingDate: WritableKeyPath<Self, Date?> { \.signedDate }
}

extension RenewalInfoPayload {
    package static var signingDate: WritableKeyPath<Self, Date?> { \.signedDate }
}

extension AppTransactionPayload {
    package static var signingDate: WritableKeyPath<Self, Date?> { \.creationDate }
}
