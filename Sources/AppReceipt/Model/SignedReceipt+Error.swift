public import Foundation

extension SignedReceipt {
    /// Why octets cannot be read as a receipt; `offset` counts octets from the start of the
    /// receipt.
    ///
    /// In a receipt whose content comes in pieces (Xcode's), offsets inside the content count from
    /// the start of the content.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The text is not Base64 in the standard alphabet with padding.
        case notBase64
        /// The octets do not have the form that a receipt has.
        case malformed(detail: String, offset: Int)
        /// The form is right and asks for something that receipts never have, such as another
        /// digest algorithm.
        case unsupported(detail: String, offset: Int)
        /// There is more of something than any receipt has.
        case tooMuch(of: String, limit: Int, offset: Int)
        /// The receipt has another number of signers than one.
        case signerCount(Int)
    }
}

extension SignedReceipt.Error: LocalizedError, CustomStringConvertible {
    /// A sentence that names what is wrong and where.
    public var description: String {
        switch self {
        case .notBase64:
            "The text is not Base64"
        case .malformed(let detail, let offset):
            "The receipt is malformed at octet \(offset): \(detail)"
        case .unsupported(let detail, let offset):
            "The receipt has what no receipt has at octet \(offset): \(detail)"
        case .tooMuch(let subject, let limit, let offset):
            "The receipt has more than \(limit) \(subject) at octet \(offset)"
        case .signerCount(let count):
            "The receipt has \(count) signers instead of one"
        }
    }

    /// The same sentence, for what shows errors to people.
    public var errorDescription: String? { description }
}
