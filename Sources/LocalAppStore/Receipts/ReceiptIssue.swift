import Foundation

/// The moment at which a receipt was made.
struct ReceiptIssue: Equatable {
    /// The ledger's revision of the change that the receipt was made with.
    let revision: Int64
    let date: Date
}
