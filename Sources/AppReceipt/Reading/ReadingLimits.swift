/// What a receipt may have at most; real ones stay far below.
enum ReadingLimits {
    /// Octets of the whole message; 10,000 purchases take 4 MB.
    static let messageSize = 16 * 1024 * 1024
    /// Elements of indefinite length inside each other.
    static let depth = 32
    static let certificates = 10
    /// Attributes without a property, and attributes of the signer.
    static let otherAttributes = 10_000
    static let signedAttributes = 64
}
