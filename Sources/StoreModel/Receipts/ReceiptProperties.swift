package import Foundation

/// Properties of a receipt that a refresh in the test environment can request.
package struct ReceiptProperties: Sendable, Equatable, Encodable {
    /// Whether the receipt has expired; its expiration date is then one day before its issuance.
    package var isExpired: Bool
    /// Whether the app was revoked: the receipt then expires at its issuance.
    package var isRevoked: Bool
    /// Whether the app was bought in the Volume Purchase Program.
    package var isVolumePurchase: Bool

    package init(isExpired: Bool = false, isRevoked: Bool = false, isVolumePurchase: Bool = false) {
        self.isExpired = isExpired
        self.isRevoked = isRevoked
        self.isVolumePurchase = isVolumePurchase
    }
}

extension ReceiptProperties: Preference {
    package static let preferenceName = "receiptProperties"

    package enum CodingKeys: CodingKey {
        case isExpired
        case isRevoked
        case isVolumePurchase
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.isExpired, into: &isExpired)
        try fields.decode(.isRevoked, into: &isRevoked)
        try fields.decode(.isVolumePurchase, into: &isVolumePurchase)
    }
}

/// The revision and the date of a receipt's issuance.
package struct ReceiptIssuance: Equatable {
    /// The ledger's revision of the change with which the receipt was issued.
    package let revision: Int64
    package let date: Date

    /// The issuance of a receipt at present: all consumables were finished before it.
    package static let latest = ReceiptIssuance(revision: .max, date: .distantFuture)

    package init(revision: Int64, date: Date) {
        self.revision = revision
        self.date = date
    }
}
