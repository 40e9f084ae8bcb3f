/// The digest that a receipt's signature is made over, the weaker first.
public enum ReceiptDigest: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// SHA-1, which Apple used until August 2023.
    case sha1
    /// SHA-256, which Apple uses since.
    case sha256

    /// Whether the left digest is the weaker one.
    public static func < (left: ReceiptDigest, right: ReceiptDigest) -> Bool {
        left.rawValue < right.rawValue
    }
}
