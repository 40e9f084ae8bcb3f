import EntitlementModel
import Foundation

extension SupportView.Purchase {
    /// The purchase with at most a number of transactions and documents.
    func json(limit: Int) -> JSON {
        let details = deciding?.details
        return .object([
            "originalTransactionId": .string(current.originalTransactionID),
            "environment": .string(environment.rawValue),
            "productId": .string(current.productID),
            "type": current.productType.map(JSON.string),
            "state": .string(state.rawValue),
            "startedAt": .date(startDate),
            "purchasedAt": .date(current.purchaseDate),
            "expiresAt": current.expirationDate.map(JSON.date),
            "price": (details?.price).map(JSON.amount),
            "currency": (details?.currency).map(JSON.string),
            "offer": .offer(details?.offerType, details?.offerID, details?.offerDiscountType),
            "seats": current.isAssigned ? nil : current.seats.map(JSON.integer),
            "role": role.map(JSON.string),
            "owners": .list(owners.map(JSON.customer)),
            "renewal": renewal?.json,
            "refunds": .list(transactions.flatMap(\.refunds).prefix(limit).map { $0 }),
            "transactions": .list(transactions.prefix(limit).map(\.json)),
            "documents": .list(documents.prefix(limit).map(\.json)),
        ])
    }

    private var role: String? {
        current.isAssigned ? "member" : current.seats.map { _ in "purchaser" }
    }
}

extension TransactionFact {
    fileprivate var json: JSON {
        .object([
            "id": .string(transactionID),
            "productId": .string(terms.productID),
            "purchasedAt": .date(terms.purchaseDate),
            "expiresAt": terms.expirationDate.map(JSON.date),
            "revokedAt": terms.watermark.isRevoked ? .date(revocationDate) : nil,
            "price": (details?.price).map(JSON.amount),
            "currency": (details?.currency).map(JSON.string),
            "quantity": (details?.quantity).map(JSON.number),
            "seats": (details?.seats).map(JSON.number),
            "offer": .offer(details?.offerType, details?.offerID, details?.offerDiscountType),
            "reason": (details?.reason).map(JSON.string),
            "customer": (claim?.token).map { .customer(.account($0)) },
            "appTransactionId": (details?.appTransactionID).map(JSON.string),
            "storefront": (details?.storefront).map(JSON.string),
            "isUpgraded": .flag(details?.isUpgraded ?? false),
        ])
    }

    /// The refund of the transaction, and that of some of its seats.
    fileprivate var refunds: [JSON] {
        var refunds: [JSON] = []
        if terms.watermark.isRevoked {
            refunds.append(
                .object([
                    "transactionId": .string(transactionID),
                    "date": .date(revocationDate),
                    "type": (details?.revocationType).map(JSON.string),
                    "percentage": (details?.revocationPercentage).map { .amount(Int64($0)) },
                    "reason": (details?.revocationReason).map(JSON.number),
                ])
            )
        }
        if let seatRefund {
            refunds.append(
                .object([
                    "transactionId": .string(transactionID),
                    "date": .date(seatRefund.signingDate),
                    "seats": .number(seatRefund.seats),
                ])
            )
        }
        return refunds
    }
}

extension RenewalFact {
    fileprivate var json: JSON {
        .object([
            "renews": autoRenews.map(JSON.flag),
            "productId": renewalProductID.map(JSON.string),
            "price": renewalPrice.map(JSON.amount),
            "currency": currency.map(JSON.string),
            "date": renewalDate.map(JSON.date),
            "offer": .offer(offerType, offerID, nil),
            "priceIncreaseStatus": priceIncreaseStatus.map(JSON.number),
            "expirationIntent": expirationIntent.map(JSON.number),
        ])
    }
}

extension SupportView.Document {
    fileprivate var json: JSON {
        .object([
            "id": .id(id),
            "kind": .string(kind),
            "type": type.map(JSON.string),
            "subtype": subtype.map(JSON.string),
            "signedAt": .date(signingDate),
            "receivedAt": .date(arrival),
        ])
    }
}
