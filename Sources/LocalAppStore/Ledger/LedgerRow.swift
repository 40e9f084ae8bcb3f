import Foundation
import GRDB

/// An entry as the ledger's table keeps it.
struct LedgerRow: FetchableRecord {
    let entry: LedgerEntry

    init(_ entry: LedgerEntry) {
        self.entry = entry
    }

    init(row: Row) throws {
        entry = LedgerEntry(
            id: row["id"],
            originalID: row["originalID"],
            paymentToken: row["paymentToken"],
            productID: row["productID"],
            kind: (row["kind"] as String?).flatMap(CatalogProduct.Kind.init(rawValue:)),
            quantity: row["quantity"],
            subscriptionGroupID: row["subscriptionGroupID"],
            state: try row.state,
            failure: row.failure,
            isFinished: row["isFinished"],
            hasIssue: row["hasIssue"],
            purchaseDate: row.date("purchaseDate"),
            originalPurchaseDate: row.date("originalPurchaseDate"),
            expirationDate: row.optionalDate("expirationDate"),
            revocationDate: row.optionalDate("revocationDate"),
            isRevocationUndelivered: row["isRevocationUndelivered"],
            isUpgraded: row["isUpgraded"],
            price: try row.price,
            currencyCode: row["currencyCode"],
            storefront: row["storefront"],
            offer: try row.offer,
            discount: try row.discount,
            applicationUsername: row["applicationUsername"],
            requestData: row["requestData"]
        )
    }

    /// The entry's columns but for its number and its revision, in the order of `columnNames`.
    var values: [(any DatabaseValueConvertible)?] {
        get throws {
            [
                entry.originalID, entry.paymentToken, entry.productID, entry.kind?.rawValue,
                entry.quantity, entry.subscriptionGroupID, entry.state.rawValue,
                entry.failure?.code.rawValue, entry.failure?.underlying?.rawValue,
                entry.failure?.reason,
                entry.isFinished, entry.hasIssue, entry.purchaseDate.milliseconds,
                entry.originalPurchaseDate.milliseconds, entry.expirationDate?.milliseconds,
                entry.revocationDate?.milliseconds, entry.isRevocationUndelivered,
                entry.isUpgraded, "\(entry.price)", entry.currencyCode, entry.storefront,
                entry.offer?.kind, try entry.discount.map(JSONText.init)?.text,
                entry.applicationUsername, entry.requestData,
            ]
        }
    }

    static let columnNames = [
        "originalID", "paymentToken", "productID", "kind", "quantity", "subscriptionGroupID",
        "state", "failureCode", "serverFailure", "failureReason", "isFinished", "hasIssue",
        "purchaseDate", "originalPurchaseDate", "expirationDate", "revocationDate",
        "isRevocationUndelivered",
        "isUpgraded", "price", "currencyCode", "storefront", "offerKind", "discount",
        "applicationUsername", "requestData",
    ]
}

extension LedgerEntry.Offer {
    fileprivate var kind: String {
        switch self {
        case .introductory: "introductory"
        case .promotional: "promotional"
        }
    }
}

extension Row {
    fileprivate func date(_ column: String) -> Date {
        Date(millisecondsSince1970: self[column])
    }

    fileprivate func optionalDate(_ column: String) -> Date? {
        (self[column] as Int64?).map(Date.init(millisecondsSince1970:))
    }

    fileprivate var state: LedgerEntry.State {
        get throws { try value("state", LedgerEntry.State.init(rawValue:)) }
    }

    fileprivate var price: Decimal {
        get throws {
            try value("price") { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
        }
    }

    fileprivate var failure: LedgerEntry.Failure? {
        guard let code = self["failureCode"] as Int? else { return nil }
        let cause = (self["serverFailure"] as Int?).flatMap(ServerFailure.init(rawValue:))
        return .init(
            FailureCode(rawValue: code),
            underlying: cause,
            reason: self["failureReason"]
        )
    }

    fileprivate var discount: PaymentRequest.Discount? {
        get throws { try (self["discount"] as String?).map { try JSONText($0).decoded() } }
    }

    fileprivate var offer: LedgerEntry.Offer? {
        get throws {
            switch self["offerKind"] as String? {
            case "introductory": .introductory
            case "promotional": .promotional(id: try discount?.offerID ?? "")
            default: nil
            }
        }
    }

    private func value<Value>(_ column: String, _ make: (String) -> Value?) throws -> Value {
        let text: String = self[column]
        guard let value = make(text) else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "entry \(self["id"] as Int64): \(column) \(text)"
            )
        }
        return value
    }
}
