import Foundation
import GRDB
import StoreModel

/// An entry as a row of the table `entry`.
struct LedgerEntryRecord {
    let entry: LedgerEntry

    init(_ entry: LedgerEntry) {
        self.entry = entry
    }

    init(row: Row) throws {
        try self.init(RowDecoder(row: row, table: "entry", key: "id"))
    }

    init(_ row: RowDecoder) throws {
        let discount = try row.discount
        let offer = try row.offer(discount)
        entry = LedgerEntry(
            id: try row.integer("id"),
            originalID: try row.integer("originalID"),
            customerID: try row.integer("customerID"),
            sharedEntryID: try row.optional("sharedEntryID") { try row.integer($0) },
            paymentToken: try row.identifier("paymentToken"),
            productID: try row.text("productID"),
            kind: try row.kind,
            quantity: try row.integer("quantity", as: "a quantity") { $0 },
            subscriptionGroupID: try row.optional("subscriptionGroupID", row.text),
            state: try row.state,
            failure: try row.failure,
            isFinished: try row.flag("isFinished"),
            hasIssue: try row.flag("hasIssue"),
            purchaseDate: try row.date("purchaseDate"),
            originalPurchaseDate: try row.date("originalPurchaseDate"),
            expirationDate: try row.optional("expirationDate", row.date),
            revocationDate: try row.optional("revocationDate", row.date),
            revocationReason: try row.revocationReason,
            isRevocationUndelivered: try row.flag("isRevocationUndelivered"),
            isUpgraded: try row.flag("isUpgraded"),
            upgradeDate: try row.optional("upgradeDate", row.date),
            isRenewal: try row.flag("isRenewal"),
            price: try row.decimal("price"),
            amountRefunded: try row.decimal("amountRefunded"),
            currencyCode: try row.text("currencyCode"),
            storefront: try row.text("storefront"),
            offer: offer,
            requestedOffer: try row.requestedOffer(discount, or: offer),
            applicationUsername: try row.optional("applicationUsername", row.text),
            requestData: try row.optional("requestData", row.data),
            purchaseAPI: try row.api("purchaseAPI"),
            finishAPI: try row.api("finishAPI")
        )
    }

    /// The values of the columns except `id` and `revision`, in the order of `columnNames`.
    var values: [(any DatabaseValueConvertible)?] {
        get throws {
            [
                entry.originalID, entry.customerID, entry.sharedEntryID, entry.paymentToken,
                entry.productID, entry.kind?.rawValue,
                entry.quantity, entry.subscriptionGroupID, entry.state.rawValue,
                entry.failure?.code.rawValue, entry.failure?.underlying?.rawValue,
                entry.failure?.reason,
                entry.isFinished, entry.hasIssue, entry.purchaseDate.milliseconds,
                entry.originalPurchaseDate.milliseconds, entry.expirationDate?.milliseconds,
                entry.revocationDate?.milliseconds, entry.revocationReason?.rawValue,
                entry.isRevocationUndelivered, entry.isUpgraded, entry.upgradeDate?.milliseconds,
                entry.isRenewal, "\(entry.price)", "\(entry.amountRefunded)", entry.currencyCode,
                entry.storefront,
                entry.offer?.kind, try entry.discount.map(JSONText.init)?.text,
                entry.applicationUsername, entry.requestData,
                entry.discount?.nonce, entry.requestedOffer?.referenceName,
                entry.requestedOffer?.winBackID, entry.purchaseAPI?.rawValue,
                entry.finishAPI?.rawValue,
            ]
        }
    }

    /// The columns of a query for entries.
    static let queried = "id, " + columnNames.joined(separator: ", ")
    static let queriedColumns = LedgerStatement.columns(["id"] + columnNames)

    static let columnNames = [
        "originalID", "customerID", "sharedEntryID", "paymentToken", "productID", "kind",
        "quantity", "subscriptionGroupID",
        "state", "failureCode", "serverFailure", "failureReason", "isFinished", "hasIssue",
        "purchaseDate", "originalPurchaseDate", "expirationDate", "revocationDate",
        "revocationReason", "isRevocationUndelivered", "isUpgraded", "upgradeDate", "isRenewal",
        "price", "amountRefunded", "currencyCode", "storefront", "offerKind", "discount",
        "applicationUsername", "requestData", "offerNonce", "offerCode", "winBackOfferID",
        "purchaseAPI", "finishAPI",
    ]

    /// The columns that a seal covers.
    static let sealedColumns = sealedPlaces.map { columnNames[$0] }

    /// The columns of an entry's delivery have statements of their own, and no seal.
    private static let sealedPlaces = columnNames.indices.filter { place in
        let delivery = ["isFinished", "finishAPI", "isRevocationUndelivered"]
        return !delivery.contains(columnNames[place])
    }

    /// The values of the sealed columns among all values.
    static func sealed(
        _ values: [(any DatabaseValueConvertible)?]
    ) -> [(any DatabaseValueConvertible)?] {
        sealedPlaces.map { values[$0] }
    }
}

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
    fileprivate var kind: CatalogProduct.Kind? {
        get throws {
            try optional("kind") {
                try text($0, as: "a kind of product", CatalogProduct.Kind.init(rawValue:))
            }
        }
    }

    fileprivate func api(_ column: String) throws -> LedgerEntry.API? {
        try optional(column) { try text($0, as: "an API", LedgerEntry.API.init(rawValue:)) }
    }

    fileprivate var state: LedgerEntry.State {
        get throws { try text("state", as: "a state", LedgerEntry.State.init(rawValue:)) }
    }

    func decimal(_ column: String) throws -> Decimal {
        try text(column, as: "a decimal number", Decimal.init(plainText:))
    }

    fileprivate var revocationReason: LedgerEntry.RevocationReason? {
        get throws {
            try optional("revocationReason") {
                try integer($0, as: "a revocation reason", LedgerEntry.RevocationReason.init)
            }
        }
    }

    fileprivate var failure: LedgerEntry.Failure? {
        get throws {
            let cause = try optional("serverFailure") {
                try integer($0, as: "a server's failure", ServerFailure.init(rawValue:))
            }
            return try optional("failureCode") {
                let code = try integer($0, as: "an error code", FailureCode.init(rawValue:))
                return LedgerEntry.Failure(
                    code,
                    underlying: cause,
                    reason: try optional("failureReason", text)
                )
            }
        }
    }

    fileprivate var discount: PaymentRequest.Discount? {
        get throws {
            try optional("discount") {
                try text($0, as: "a discount in JSON") { try? JSONText($0).decoded() }
            }
        }
    }

    /// The offer that the payment requested: that of the price, unless the price has another kind.
    fileprivate func requestedOffer(
        _ discount: PaymentRequest.Discount?,
        or offer: LedgerEntry.Offer?
    ) throws -> PaymentRequest.Offer? {
        let (code, winBackID) = try (offerCode, winBackOfferID)
        if case .winBack(let id) = offer { return .winBack(id: id) }
        if case .code(let referenceName) = offer { return .code(referenceName: referenceName) }
        return discount.map(PaymentRequest.Offer.promotional)
            ?? code.map(PaymentRequest.Offer.code) ?? winBackID.map(PaymentRequest.Offer.winBack)
    }

    /// The offer of the price, whose identifier is stored as that of the requested offer.
    fileprivate func offer(_ discount: PaymentRequest.Discount?) throws -> LedgerEntry.Offer? {
        let (code, winBackID) = try (offerCode, winBackOfferID)
        return try optional("offerKind") {
            try text($0, as: "a kind of offer, or lacks its identifier") { kind in
                switch kind {
                case "introductory": .introductory
                case "promotional": discount.map { .promotional(id: $0.offerID) }
                case "code": code.map(LedgerEntry.Offer.code)
                case "winBack": winBackID.map(LedgerEntry.Offer.winBack)
                default: nil
                }
            }
        }
    }

    private var offerCode: String? {
        get throws { try optional("offerCode", text) }
    }

    private var winBackOfferID: String? {
        get throws { try optional("winBackOfferID", text) }
    }
}

extension Decimal {
    /// Decodes digits with an optional sign and point; Foundation would ignore characters after a
    /// valid prefix.
    fileprivate init?(plainText text: String) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let point = UInt8(ascii: ".")
        let parts = digits.utf8.split(separator: point, omittingEmptySubsequences: false)
        guard parts.count <= 2,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } })
        else { return nil }
        self.init(string: text, locale: Self.plainLocale)
    }

    private static let plainLocale = Locale(identifier: "en_US_POSIX")
}
