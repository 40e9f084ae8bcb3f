import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// A page of the transactions of all customers, newest first, also those that failed or wait.
    ///
    /// Its time depends on what the page has, and not on the ledger's size, if at most one filter
    /// is set. With several, and with a text, transactions are passed over until enough are found.
    ///
    /// - Parameters:
    ///   - query: Which transactions.
    ///   - id: The `id` of the last transaction of the page before; `nil` for the first page.
    ///   - limit: The number of transactions on a page.
    /// - Returns: The page.
    /// - Throws: A `StoreError` if the ledger cannot be read, or the text has a NUL.
    public func transactionList(
        _ query: TransactionListQuery = TransactionListQuery(),
        before id: LedgerEntry.ID? = nil,
        limit: Int = 50
    ) throws(StoreError) -> TransactionListPage {
        try readSettled { try $0.list(query, before: id ?? .max, limit: max(1, limit)) }
    }
}
