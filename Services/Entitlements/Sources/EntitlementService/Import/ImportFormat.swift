import EntitlementModel

/// The files that can be imported.
package enum ImportFormat: String, Sendable, CaseIterable {
    /// RevenueCat's export of transactions.
    case revenuecat
    /// Adapty's export of events.
    case adapty
    /// Original transactions with the team's own identifiers of customers.
    case csv

    /// The columns for the original transaction; the first one counts that isn't empty.
    fileprivate var transactionColumns: [String] {
        switch self {
        case .revenuecat: ["original_store_transaction_id", "store_transaction_id"]
        case .adapty: ["vendor_original_transaction_id", "original_transaction_id"]
        case .csv: ["originalTransactionId"]
        }
    }

    /// The columns for the customer; the first one counts that names one.
    fileprivate var customerColumns: [String] {
        switch self {
        case .revenuecat: ["rc_last_seen_app_user_id_alias", "rc_original_app_user_id"]
        case .adapty: ["customer_user_id"]
        case .csv: ["customer"]
        }
    }
}

/// The reason to leave out a row.
package enum SkipReason: String, Sendable, CaseIterable {
    /// The row is for another store.
    case otherStore
    /// The row is for another environment.
    case otherEnvironment
    /// The row has no transaction, for example because access was granted manually.
    case noTransaction
    /// An earlier row has the same original transaction.
    case repeated
    /// An earlier row has the same original transaction with another customer or none.
    case otherCustomer
}

/// The columns of a file that are read, by the names in its header.
///
/// Others are ignored.
struct ImportColumns {
    private static let appleStores: Set = ["app_store", "mac_app_store"]

    private let count: Int
    private let transactions: [Int]
    private let customers: [Int]
    private let store: Int?
    private let isSandbox: Int?
    private let environment: Int?

    /// Finds the columns.
    ///
    /// - Throws: A `CSVError` if one is missing, or occurs twice.
    init(_ format: ImportFormat, header: [CSVField]) throws(CSVError) {
        count = header.count
        transactions = try Self.columns(format.transactionColumns, in: header)
        customers = try Self.columns(format.customerColumns, in: header)
        store = try Self.columns(["store"], in: header).first
        isSandbox = try Self.columns(["is_sandbox"], in: header).first
        environment = try Self.columns(["environment"], in: header).first
        let missing: String? =
            switch format {
            case _ where transactions.isEmpty: format.transactionColumns[0]
            case _ where format != .csv && store == nil: "store"
            case .revenuecat where isSandbox == nil: "is_sandbox"
            default: nil
            }
        if let missing, let last = header.last {
            throw CSVError(last.place, "The header has no column `\(missing)`.")
        }
    }

    private static func columns(
        _ names: [String],
        in header: [CSVField]
    ) throws(CSVError) -> [Int] {
        var found: [Int] = []
        for name in names {
            let columns = header.indices.filter { header[$0].text == name }
            guard columns.count < 2 else {
                throw CSVError(header[columns[1]].place, "The column `\(name)` occurs twice.")
            }
            found += columns
        }
        return found
    }

    /// The content of a row.
    enum Row: Hashable {
        case purchase(id: String, customer: String?)
        case skipped(SkipReason)
    }

    /// Reads a row.
    ///
    /// - Throws: A `CSVError` if the row is malformed.
    func row(
        _ fields: [CSVField],
        in environment: PurchaseEnvironment
    ) throws(CSVError) -> Row {
        guard fields.count == count else {
            let place = fields[min(count, fields.count - 1)].place
            throw CSVError(place, "The row has \(fields.count) fields, the header \(count).")
        }
        if let store, !Self.appleStores.contains(fields[store].text.lowercased()) {
            return .skipped(.otherStore)
        }
        guard try isRow(fields, in: environment) else { return .skipped(.otherEnvironment) }
        guard let index = transactions.first(where: { !fields[$0].text.isEmpty }) else {
            return .skipped(.noTransaction)
        }
        let id = fields[index]
        guard DocumentText.isIdentifier(id.text) else {
            throw CSVError(
                id.place,
                "`\(id.text.prefix(80))` isn't a transaction: letters, digits, hyphens, at most 64."
            )
        }
        return .purchase(id: id.text, customer: customer(fields))
    }

    private func isRow(
        _ fields: [CSVField],
        in scope: PurchaseEnvironment
    ) throws(CSVError) -> Bool {
        if let isSandbox {
            switch fields[isSandbox].text.lowercased() {
            case "true", "t", "1": return scope == .sandbox
            case "false", "f", "0": return scope == .production
            default: throw CSVError(fields[isSandbox].place, "`is_sandbox` must be true or false.")
            }
        }
        guard let environment else { return true }
        return fields[environment].text.lowercased() == scope.rawValue.lowercased()
    }

    /// The team's own identifier of the customer.
    private func customer(_ fields: [CSVField]) -> String? {
        customers.map { fields[$0].text }
            .first { !$0.isEmpty && !$0.hasPrefix("$RCAnonymousID:") }
    }
}
