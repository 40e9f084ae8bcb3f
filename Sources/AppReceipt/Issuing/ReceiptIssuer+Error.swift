public import Foundation

extension ReceiptIssuer {
    /// Why a receipt cannot be issued; none was.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The attribute's date lies outside the years 1 to 9999.
        case unrepresentableDate(attribute: Int)
        /// The attribute's number or version lies outside 0 to 2^31 - 1.
        case unrepresentableAttribute(type: Int)
        /// The content makes a receipt that cannot be read, such as one with an attribute twice.
        case unreadable(detail: String)
        /// The key cannot sign.
        case signing(detail: String)
    }
}

extension ReceiptIssuer.Error: LocalizedError {
    /// A sentence that names what is wrong and where.
    public var errorDescription: String? {
        switch self {
        case .unrepresentableDate(let attribute):
            "The date of attribute \(attribute) lies outside the years 1 to 9999"
        case .unrepresentableAttribute(let type):
            "An attribute's number or version cannot be written: \(type)"
        case .unreadable(let detail):
            "The content makes no readable receipt: \(detail)"
        case .signing(let detail):
            "The key cannot sign: \(detail)"
        }
    }
}
