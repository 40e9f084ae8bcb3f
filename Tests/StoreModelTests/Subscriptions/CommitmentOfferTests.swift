import Foundation
import StoreModel
import Testing

@Suite("Offers of a monthly plan")
struct CommitmentOfferTests {
    private static func product(_ offer: CatalogOffer) -> CatalogProduct {
        var product = CatalogProduct.year
        product.subscription?.monthlyPlan?.introductoryOffer = offer
        return product
    }

    @Test("A free trial comes before the commitment, and can be cancelled")
    func trial() throws {
        let product = Self.product(CatalogOffer(period: SubscriptionPeriod(unit: .week)))
        var customer = try CommittedCustomer(product)
        customer.sell(product)
        #expect(customer.period.billingPlan == .monthly)
        #expect(customer.period.commitment == nil)
        #expect(customer.subscription.expirationDate == .start + .days(7))
        var cancelled = customer
        cancelled.apply(cancelled.present.setAutoRenew(false, at: .start))
        #expect(cancelled.rule.outcome == .ended(.customerCancelled))
        try customer.renew()
        #expect(customer.period.price == 10)
        #expect(customer.period.commitment?.periodNumber == 1)
        #expect(
            customer.period.commitment?.expirationDate
                == SubscriptionPeriod(unit: .year).end(from: .start + .days(7))
        )
    }

    @Test("Periods at a reduced price come before the commitment, too")
    func payAsYouGo() throws {
        let product = Self.product(
            CatalogOffer(
                paymentMode: .payAsYouGo,
                period: SubscriptionPeriod(unit: .month),
                numberOfPeriods: 2,
                price: 1
            )
        )
        var customer = try CommittedCustomer(product)
        customer.sell(product)
        var prices = [customer.period.price]
        var numbers = [customer.period.commitment?.periodNumber]
        for _ in 0..<3 {
            try customer.renew()
            prices.append(customer.period.price)
            numbers.append(customer.period.commitment?.periodNumber)
        }
        #expect(prices == [1, 1, 10, 10])
        #expect(numbers == [nil, nil, 1, 2])
    }
}
