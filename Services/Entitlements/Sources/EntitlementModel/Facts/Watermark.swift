/// The rank of a statement about a purchase: the greatest one counts.
///
/// The latest signature counts. On equal dates, a statement that revokes takes precedence, and then
/// the greater SHA-256 digest of the content, byte by byte. The order of arrival doesn't matter, so
/// neither permutations nor repetitions change the outcome.
package struct Watermark: Hashable, Sendable {
    package let signingDate: Milliseconds
    package let isRevoked: Bool
    /// The SHA-256 digest of the signed content.
    package let digest: [UInt8]

    package init(signingDate: Milliseconds, isRevoked: Bool = false, digest: [UInt8]) {
        self.signingDate = signingDate
        self.isRevoked = isRevoked
        self.digest = digest
    }
}

extension Watermark: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.signingDate != right.signingDate { return left.signingDate < right.signingDate }
        if left.isRevoked != right.isRevoked { return right.isRevoked }
        return left.digest.lexicographicallyPrecedes(right.digest)
    }
}
