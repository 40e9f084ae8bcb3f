import AppReceipt
import Foundation
import LocalAppStore

/// Compares a receipt with the entries of its ledger.
struct ReceiptAudit {
    let purchases: [Receipt.InAppPurchase]
    let entries: [LedgerEntry]

    var problems: [Problem] {
        let byID = Dictionary(
            entries.map { (String($0.id), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let numbers = Dictionary(grouping: purchases, by: \.transactionIdentifier)
        let repeated = numbers.filter { $0.value.count > 1 }.keys
        let missing = entries.filter { $0.belongsInReceipt && numbers[String($0.id)] == nil }
        let wrong = purchases.filter { purchase in
            byID[purchase.transactionIdentifier].map { !$0.agrees(with: purchase) } ?? true
        }
        return repeated.map { .inconsistent("transaction \($0) is in the receipt twice") }
            + missing.map { .inconsistent("entry \($0.id) is not in the receipt") }
            + wrong.map {
                .inconsistent("the receipt is wrong about transaction \($0.transactionIdentifier)")
            }
    }
}

extension LedgerEntry {
    /// Whether the receipt has to have the entry; a consumable may leave it once it is finished.
    fileprivate var belongsInReceipt: Bool {
        switch kind {
        case .autoRenewableSubscription, .nonRenewingSubscription: state == .purchased
        case .nonConsumable: state == .purchased && originalID == id
        case .consumable: state == .purchased && !isFinished
        case nil: false
        }
    }

    fileprivate func agrees(with purchase: Receipt.InAppPurchase) -> Bool {
        state == .purchased && productID == purchase.productIdentifier
            && Int64(quantity) == purchase.quantity
            && String(originalID) == purchase.originalTransactionIdentifier
            && purchaseDate.second == purchase.purchaseDate.second
            && expirationDate?.second == purchase.expirationDate?.second
            && (revocationDate ?? upgradeDate)?.second == purchase.cancellationDate?.second
    }
}

extension Date {
    /// The number of whole seconds since 1970, as precise as receipts are.
    fileprivate var second: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }
}

extension Store {
    /// The purchases in the receipt's file, after its signature was verified.
    func purchasesInReceipt() throws -> [Receipt.InAppPurchase] {
        let file = try receiptFile()
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([try receiptRootCertificate]),
            rules: []
        )
        return try verifier.verify(SignedReceipt(Data(contentsOf: file))).inAppPurchases
    }
}
