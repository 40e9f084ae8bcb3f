import Foundation
import GRDB
import StoreModel

/// An entry as a row of the table `entry`.
struct LedgerEntryRecord {
    let entry: LedgerEntry

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

    /// The columns except `id` and those of changes.
    static let columns: [LedgerColumn<LedgerEntry>] = [
        .init("originalID") { $0.originalID },
        .init("customerID") { $0.customerID },
        .init("sharedEntryID") { $0.sharedEntryID },
        .init("paymentToken") { $0.paymentToken },
        .init("productID") { $0.productID },
        .init("kind") { $0.kind?.rawValue },
        .init("quantity") { $0.quantity },
        .init("subscriptionGroupID") { $0.subscriptionGroupID },
        .init("state") { $0.state.rawValue },
        .init("failureCode") { $0.failure?.code.rawValue },
        .init("serverFailure") { $0.failure?.underlying?.rawValue },
        .init("failureReason") { $0.failure?.reason },
        // The columns of an entry's delivery have statements of their own, and no seal.
        .init("isFinished", isSealed: false) { $0.isFinished },
        .init("hasIssue") { $0.hasIssue },
        .init("purchaseDate") { $0.purchaseDate.milliseconds },
        .init("originalPurchaseDate") { $0.originalPurchaseDate.milliseconds },
        .init("expirationDate") { $0.expirationDate?.milliseconds },
        .init("revocationDate") { $0.revocationDate?.milliseconds },
        .init("revocationReason") { $0.revocationReason?.rawValue },
        .init("isRevocationUndelivered", isSealed: false) { $0.isRevocationUndelivered },
        .init("isUpgraded") { $0.isUpgraded },
        .init("upgradeDate") { $0.upgradeDate?.milliseconds },
        .init("isRenewal") { $0.isRenewal },
        .init("price") { "\($0.price)" },
        .init("amountRefunded") { "\($0.amountRefunded)" },
        .init("currencyCode") { $0.currencyCode },
        .init("storefront") { $0.storefront },
        .init("offerKind") { $0.offer?.kind },
        .init("discount") { try $0.discount.map(JSONText.init)?.text },
        .init("applicationUsername") { $0.applicationUsername },
        .init("requestData") { $0.requestData },
        .init("offerNonce") { $0.discount?.nonce },
        .init("offerCode") { $0.requestedOffer?.referenceName },
        .init("winBackOfferID") { $0.requestedOffer?.winBackID },
        .init("purchaseAPI") { $0.purchaseAPI?.rawValue },
        .init("finishAPI", isSealed: false) { $0.finishAPI?.rawValue },
    ]

    static let columnNames = columns.map(\.name)

    /// The columns that a seal covers.
    static let sealedColumns = columns.filter(\.isSealed).map(\.name)

    /// The columns of a query for entries.
    static let queried = (["id"] + columnNames).listed
    static let queriedColumns = LedgerStatement.columns(["id"] + columnNames)
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
