/// One attribute of a receipt as it was signed: a number, a version, and octets.
public struct ReceiptAttribute: Hashable, Sendable {
    /// What the attribute is about, such as 2 for the bundle identifier.
    public let type: Int
    /// The version of the attribute, which is 1 in nearly all of Apple's.
    public let version: Int
    let octets: ArraySlice<UInt8>

    /// Makes an attribute; `type` and `version` lie between 0 and 2^31 - 1 in a receipt that can be
    /// read.
    public init(type: Int, version: Int = 1, value: [UInt8]) {
        self.init(type: type, version: version, octets: value[...])
    }

    init(type: Int, version: Int, octets: ArraySlice<UInt8>) {
        self.type = type
        self.version = version
        self.octets = octets
    }

    /// The content of the attribute's OCTET STRING.
    public var value: [UInt8] { Array(octets) }
}
