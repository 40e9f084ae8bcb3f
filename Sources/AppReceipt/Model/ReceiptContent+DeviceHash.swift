import Crypto

extension ReceiptContent {
    /// The hash that attribute 5 has on a device: SHA-1, in SHA-256 receipts too.
    ///
    /// It is made over the device's octets, the opaque value, and the bundle identifier with the
    /// tag and length in front that it has in the receipt (Apple, "Validating receipts on the
    /// device").
    public func deviceHash(of deviceIdentifier: [UInt8]) -> [UInt8] {
        var hash = Insecure.SHA1()
        hash.update(data: deviceIdentifier)
        hash.update(data: opaqueValue)
        hash.update(data: DERWriter.text(bundleIdentifier))
        return Array(hash.finalize())
    }
}
