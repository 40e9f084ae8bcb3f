/// The extensions of a certificate, as far as they are obeyed here.
struct UsualExtensions {
    /// `nil` where there are no basic constraints.
    private(set) var isAuthority: Bool?
    /// How many authorities may follow below this one.
    private(set) var pathLength: UInt8?
    /// The first octet of the key usage; `nil` where any use is allowed.
    private(set) var usage: UInt8?
    private(set) var isMarkedAsSigner = false
    private(set) var isMarkedAsIntermediate = false

    var maySignDocuments: Bool { usage.map { $0 & 0x80 != 0 } ?? true }
    var maySignCertificates: Bool { usage.map { $0 & 0x04 != 0 } ?? true }

    /// Whether the certificate may sign receipts.
    var areSigners: Bool { isAuthority != true && maySignDocuments && isMarkedAsSigner }

    /// Whether the certificate may issue the certificates of those that sign receipts.
    var areIntermediates: Bool {
        isAuthority == true && maySignCertificates && isMarkedAsIntermediate
    }

    /// Takes up an extension; `false` if it is critical, constrains names, or has an unusual form, and is not obeyed here.
    mutating func take(
        _ name: Range<Int>,
        isCritical: Bool,
        _ value: Range<Int>,
        in octets: Span<UInt8>
    ) -> Bool {
        if octets.holds(Self.basicConstraints, at: name) {
            return takeConstraints(value, in: octets)
        }
        if octets.holds(Self.keyUsage, at: name) { return takeUsage(value, in: octets) }
        if isCritical || octets.holds(Self.nameConstraints, at: name) { return false }
        if octets.holds(Self.signerMark, at: name) { isMarkedAsSigner = true }
        if octets.holds(Self.intermediateMark, at: name) { isMarkedAsIntermediate = true }
        return true
    }

    private mutating func takeConstraints(_ value: Range<Int>, in octets: Span<UInt8>) -> Bool {
        if octets.holds([Tag.sequence, 0], at: value) {
            isAuthority = false
            return true
        }
        isAuthority = true
        if octets.holds([Tag.sequence, 3, Tag.boolean, 1, 0xFF], at: value) { return true }
        let withLength: [UInt8] = [Tag.sequence, 6, Tag.boolean, 1, 0xFF, Tag.integer, 1]
        guard value.count == 8, octets.holds(withLength, at: value.dropLast(1)) else {
            return false
        }
        let length = octets[value.upperBound - 1]
        pathLength = length
        return length < 0x80
    }

    /// One octet of bits, of which the last is set, as DER writes a list of names.
    private mutating func takeUsage(_ value: Range<Int>, in octets: Span<UInt8>) -> Bool {
        guard octets.holds([Tag.bitString, 2], at: value.prefix(2)), value.count == 4 else {
            return false
        }
        let (unused, bits) = (octets[value.upperBound - 2], octets[value.upperBound - 1])
        usage = bits
        return bits != 0 && bits.trailingZeroBitCount == Int(unused)
    }

    private static let basicConstraints: [UInt8] = [0x55, 0x1D, 0x13]
    private static let keyUsage: [UInt8] = [0x55, 0x1D, 0x0F]
    private static let nameConstraints: [UInt8] = [0x55, 0x1D, 0x1E]
    /// The arc of Apple's marks, 1.2.840.113635.100.6.
    private static let apple: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06]
    private static let signerMark: [UInt8] = apple + [0x0B, 0x01]
    private static let intermediateMark: [UInt8] = apple + [0x02, 0x01]
}
