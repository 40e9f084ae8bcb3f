import Foundation

/// Every certificate of one path was valid when the receipt was made, whatever has expired since
/// (Apple, TN3138).
struct ValidityRule {
    let chain: TrustedChain

    func check(at date: Date) throws(ReceiptVerdict.Refusal) {
        var reasons: [String] = []
        for path in chain.paths {
            guard let invalid = path.validities.first(where: { date < $0.start || date > $0.end })
            else { return }
            reasons.append("\(invalid.role.rawValue) was not valid at \(ReceiptDate.text(date))")
        }
        // Each path has its reason; which one is told must not depend on their order.
        throw .init(rule: .validity, reason: reasons.max() ?? "there is no chain")
    }
}
