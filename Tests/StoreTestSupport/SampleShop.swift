package import Foundation
package import LocalAppStore

/// A shop with a product of each kind that a family or an offer makes different.
package enum SampleShop {
    /// 1 January 2026 at midnight UTC.
    package static let start = Date(timeIntervalSince1970: 1_767_225_600)

    package static func catalog() throws -> Catalog {
        try Catalog(data: Data(configuration.utf8), fileName: "Shop.storekit")
    }

    /// A store in memory to which much has happened.
    package static func store() throws -> Store {
        let store = try emptyStore()
        try store.liveThrough()
        return store
    }

    package static func emptyStore() throws -> Store {
        try Store(
            catalog: catalog(),
            at: .memory,
            clock: .manual(startingAt: start),
            app: StoreApp(bundleIdentifier: "com.example.shop")
        )
    }

    /// The `.storekit` file.
    package static let configuration = """
        {
          "products": [
            {"productID": "coins", "type": "Consumable", "displayPrice": "0.99",
             "localizations": [{"displayName": "Coins", "description": "", "locale": "en_US"}]},
            {"productID": "level", "type": "NonConsumable", "displayPrice": "2.99",
             "familyShareable": true, "_codeOffers": [{"referenceName": "Friends",
               "paymentMode": "oneTime", "displayPrice": "0.99"}]}
          ],
          "subscriptionGroups": [
            {"id": "club", "name": "Club", "subscriptions": [
              {"productID": "gold", "type": "RecurringSubscription", "displayPrice": "9.99",
               "groupNumber": 1, "recurringSubscriptionPeriod": "P1M", "familyShareable": true,
               "_seats": {"priceTiers": [{"minimumSeats": 1, "displayPrice": "9.99"},
                 {"minimumSeats": 3, "displayPrice": "7.99"}]}},
              {"productID": "monthly", "type": "RecurringSubscription", "displayPrice": "4.99",
               "groupNumber": 2, "recurringSubscriptionPeriod": "P1M",
               "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "P1W"},
               "adHocOffers": [{"offerID": "loyal", "paymentMode": "payAsYouGo",
                 "subscriptionPeriod": "P1M", "numberOfPeriods": 2, "displayPrice": "0.49"}],
               "codeOffers": [{"referenceName": "Friends", "paymentMode": "free",
                 "subscriptionPeriod": "P1W", "eligibility": ["new", "existing", "expired"]}],
               "winbackOffers": [{"offerID": "back", "paymentMode": "payUpFront",
                 "subscriptionPeriod": "P1M", "numberOfPeriods": 2, "displayPrice": "1.99"}]}
            ]},
            {"id": "press", "name": "Press", "subscriptions": [
              {"productID": "year", "type": "RecurringSubscription", "displayPrice": "49.99",
               "recurringSubscriptionPeriod": "P1Y", "groupNumber": 1,
               "billingPlans": [
                 {"billingPlanType": "BILLED_UPFRONT", "displayPrice": "49.99"},
                 {"billingPlanType": "MONTHLY", "displayPrice": "4.99",
                  "commitmentDisplayPrice": "59.88"}],
               "adHocOffers": [{"offerID": "half", "billingPlanType": "MONTHLY",
                 "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M",
                 "numberOfPeriods": 2, "displayPrice": "2.49"}]}
            ]}
          ],
          "subscriptionOffersKeyPair": {"id": "A2E1039F", "privateKey": "\(privateKey)"},
          "version": {"major": 4, "minor": 0}
        }
        """

    /// A key that exists for tests alone, in Base64.
    private static let privateKey = """
        MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCB8aOK/+Ge7cj+fuIbeBbyBDtuDyzyrGGNhnmQyDgnWJg==
        """
}
