import Foundation

extension LedgerEntry {
    /// Makes the copy that delivers an entry once more; it costs nothing.
    init(restoring original: LedgerEntry, at date: Date) {
        self = original
        id = 0
        originalID = original.id
        paymentToken = UUID()
        state = .restored
        isFinished = false
        isRevocationUndelivered = false
        purchaseDate = date
        price = 0
        offer = nil
        discount = nil
    }
}
