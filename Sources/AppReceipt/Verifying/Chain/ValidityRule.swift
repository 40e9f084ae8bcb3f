import Foundation

/// Every certificate was valid when the receipt was made, whatever has expired since (Apple, TN3138).
struct ValidityRule {
    let chain: TrustedChain

    func check(at date: Date) throws(ReceiptVerdict.Refusal) {
        for validity in chain.validities where date < validity.start || date > validity.end {
            let moment = ReceiptDate.text(date)
            throw .init(
                rule: .validity,
                reason: "\(validity.role.rawValue) was not valid at \(moment)"
            )
        }
    }
}
