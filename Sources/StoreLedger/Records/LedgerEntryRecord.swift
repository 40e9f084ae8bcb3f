import Foundation
import GRDB
import StoreModel

extension LedgerEntry: LedgerRecord {
    static let table = "entry"

    init(_ row: RowDecoder) throws {
        self.init(
            id: try row.integer("id"),
            paymentToken: try row.value("paymentToken"),
            productID: try row.value("productID"),
            purchaseDate: try row.value("purchaseDate"),
            currencyCode: try row.value("currencyCode"),
            storefront: try row.value("storefront")
        )
        for column in Self.columns { try column.read(row, &self) }
    }

    /// The columns except `id` and the columns of changes.
    ///
    /// The columns of an entry's delivery have statements of their own, and no seal.
    static let columns: [LedgerColumn<LedgerEntry>] = [
        .init("originalID", \.originalID),
        .init("customerID", \.customerID),
        .init("sharedEntryID", \.sharedEntryID),
        .init("paymentToken") { $0.paymentToken },
        .init("productID") { $0.productID },
        .init("kind", \.kind),
        .init("quantity", \.quantity),
        .init("subscriptionGroupID", \.subscriptionGroupID),
        .init("state", \.state),
        .init("failureCode") {
            $0.failure?.code.rawValue
        } read: {
            $1.failure = try $0.failure
        },
        .init("serverFailure") { $0.failure?.underlying?.rawValue },
        .init("failureReason") { $0.failure?.reason },
        .init("isFinished", \.isFinished, isSealed: false),
        .init("hasIssue", \.hasIssue),
        .init("purchaseDate") { $0.purchaseDate.milliseconds },
        .init("originalPurchaseDate", \.originalPurchaseDate),
        .init("expirationDate", \.expirationDate),
        .init("revocationDate", \.revocationDate),
        .init("revocationReason", \.revocationReason),
        .init("isRevocationUndelivered", \.isRevocationUndelivered, isSealed: false),
        .init("isUpgraded", \.isUpgraded),
        .init("upgradeDate", \.upgradeDate),
        .init("isRenewal", \.isRenewal),
        .init("price", \.price),
        .init("amountRefunded", \.amountRefunded),
        .init("currencyCode") { $0.currencyCode },
        .init("storefront") { $0.storefront },
        .init("offerKind") {
            $0.offer?.kind
        } read: {
            try $0.readOffers(of: &$1)
        },
        .init("discount") { try $0.discount.map(JSONText.init)?.text },
        .init("applicationUsername", \.applicationUsername),
        .init("requestData", \.requestData),
        .init("offerNonce") { $0.discount?.nonce },
        .init("offerCode") { $0.requestedOffer?.referenceName },
        .init("winBackOfferID") { $0.requestedOffer?.winBackID },
        .init("purchaseAPI", \.purchaseAPI),
        .init("finishAPI", \.finishAPI, isSealed: false),
        .init("billingPlan") {
            $0.plan.column
        } read: {
            $1.plan = try $0.value("billingPlan") ?? .upFront
        },
        .init("commitment") {
            try $0.commitment.map(JSONText.init)?.text
        } read: {
            $1.commitment = try $0.commitment("commitment")
        },
        .init("seats") {
            try $0.seats.map(JSONText.init)?.text
        } read: {
            $1.seats = try $0.seats("seats")
        },
        .init("isAssigned") {
            $0.isAssigned ? true : nil
        } read: {
            $1.isAssigned = try $0.value("isAssigned") ?? false
        },
        .init("allowsIntroductoryOffer", \.allowsIntroductoryOffer),
    ]

    static let columnNames = columns.map(\.name)

    /// The columns that a seal covers.
    static let sealedColumns = columns.filter(\.isSealed).map(\.name)

    static let queried = (["id"] + columnNames).listed
    static let queriedColumns: LedgerStatement.Columns? =
        LedgerStatement.columns(["id"] + columnNames)
}

extension BillingPlan: ColumnValue {
    /// The value of the column; NULL in rows from before there were plans.
    var column: String? { self == .upFront ? nil : rawValue }
}

extension CatalogProduct.Kind: ColumnValue {}
extension LedgerEntry.State: ColumnValue {}
extension LedgerEntry.API: ColumnValue {}
extension LedgerEntry.RevocationReason: ColumnValue {}
extension FailureCode: ColumnValue {}
extension ServerFailure: ColumnValue {}

extension LedgerEntry.Offer {
    fileprivate var kind: String {
        switch self {
        case .introductory: "introductory"
        case .promotional: "promotional"
        case .code: "code"
        case .winBack: "winBack"
        }
    }
}

extension RowDecoder {
    fileprivate var failure: LedgerEntry.Failure? {
        get throws {
            let cause: ServerFailure? = try value("serverFailure")
            return try optional("failureCode") {
                LedgerEntry.Failure(
                    try value($0),
                    underlying: cause,
                    reason: try value("failureReason")
                )
            }
        }
    }

    /// Reads the offer of the price, stored with the identifier of the requested offer, and the
    /// requested offer: the same one, unless the price has another kind.
    fileprivate func readOffers(of entry: inout LedgerEntry) throws {
        let discount: PaymentRequest.Discount? = try json("discount", as: "a discount")
        let code: String? = try value("offerCode")
        let winBackID: String? = try value("winBackOfferID")
        entry.offer = try optional("offerKind") {
            try value($0, as: "a kind of offer, or lacks its identifier") { (kind: String) in
                switch kind {
                case "introductory": .introductory
                case "promotional": discount.map { .promotional(id: $0.offerID) }
                case "code": code.map(LedgerEntry.Offer.code)
                case "winBack": winBackID.map(LedgerEntry.Offer.winBack)
                default: nil
                }
            }
        }
        entry.requestedOffer =
            switch entry.offer {
            case .winBack(let id): .winBack(id: id)
            case .code(let referenceName): .code(referenceName: referenceName)
            case .introductory, .promotional, nil:
                discount.map(PaymentRequest.Offer.promotional)
                    ?? code.map(PaymentRequest.Offer.code)
                    ?? winBackID.map(PaymentRequest.Offer.winBack)
            }
    }
}
