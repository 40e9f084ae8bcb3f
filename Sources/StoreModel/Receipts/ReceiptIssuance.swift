package import Foundation

/// The revision and the date of a receipt's issuance.
package struct ReceiptIssuance: Equatable {
    /// The ledger's revision of the change with which the receipt was issued.
    package let revision: Int64
    package let date: Date

    package init(revision: Int64, date: Date) {
        self.revision = revision
        self.date = date
    }
}
