import Foundation

/// A payload with the members that bind it to a device.
protocol DeviceBoundPayload {
    var deviceVerification: [UInt8]? { get set }
    var deviceVerificationNonce: UUID? { get set }
}

extension DeviceBoundPayload {
    mutating func codeDevice(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.bytes("deviceVerification", &deviceVerification)
        try members.uuid("deviceVerificationNonce", &deviceVerificationNonce)
    }
}
