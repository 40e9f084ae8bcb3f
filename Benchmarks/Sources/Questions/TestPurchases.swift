import Foundation

/// Makes purchases one after another, the same ones in every run.
struct TestPurchases {
    private var state: UInt64 = 1
    private var number = 0
    private var firsts: [String: TestPurchase] = [:]

    mutating func next(at date: Date, isLast: Bool) -> TestPurchase {
        let product = isLast ? .monthly : anyProduct()
        let id = 100_000_000_000_000 + number * 1000 + below(1000)
        let first = product.renews ? firsts[product.id] : nil
        number += 1
        let purchase = TestPurchase(
            product: product,
            quantity: product.id.contains("coins") ? 1 + below(5) : 1,
            id: id,
            originalId: first?.id ?? id,
            date: date,
            originalDate: first?.date ?? date,
            webOrderId: 200_000_000_000_000 + below(10_000_000_000_000),
            isCancelled: !isLast && below(100) < 3,
            isIntroductory: first != nil && below(100) < 2
        )
        if product.renews, first == nil { firsts[product.id] = purchase }
        return purchase
    }

    private mutating func anyProduct() -> TestProduct {
        var place = below(100)
        for product in TestProduct.all {
            if place < product.share { return product }
            place -= product.share
        }
        return .monthly
    }

    // SplitMix64: even enough, and its numbers are the same everywhere.
    private mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
