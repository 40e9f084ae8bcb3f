import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

@Suite("Billing plans in commands", .timeLimit(.minutes(10)))
struct BillingPlanTests {
    private let trial: Trial

    init() throws {
        trial = try Trial()
        try trial.write(Self.shop, to: "Shop.storekit")
    }

    @Test("A purchase by the monthly plan is the first payment, and is cancelled at the end")
    func purchase() {
        let outcome = trial.run("buy", "year", "--billing-plan", "monthly")
        #expect(
            outcome.output == """
                transaction  1
                product      year
                customer     customer
                state        purchased
                charged      4.99 EUR
                date         2026-01-01T00:00:00Z
                expires      2026-02-01T00:00:00Z
                note         payment 1 of 12, unfinished

                """
        )
        trial.run("auto-renew", "year", "off")
        let list = trial.run("subscriptions").output
        #expect(list.contains("on"))
        #expect(list.contains("payment 1 of 12, ends after the commitment"))
        trial.run("auto-renew", "year", "on")
        trial.run("buy", "year")
        #expect(trial.run("subscriptions").output.contains("renews as year upFront"))
    }

    @Test("A plan that is not sold is refused, and an unknown one is a mistake")
    func refusals() {
        #expect(trial.run("buy", "month", "--billing-plan", "monthly").status == .refused)
        let outcome = trial.run("buy", "year", "--billing-plan", "weekly")
        #expect(outcome.errors.contains("upFront or monthly"))
    }

    @Test("A scenario buys by a plan, and cancels")
    func scenario() throws {
        let steps = """
            {"start": "2026-01-01T00:00:00Z", "steps": [
              {"buy": "year", "billingPlan": "monthly"},
              {"setAutoRenew": "last", "isEnabled": false},
              {"advance": "40d"},
              {"expect": {"transactions": 2, "status": "subscribed", "balance": {"EUR": "9.98"}}},
              {"advance": "1y"},
              {"expect": {"transactions": 12, "status": "expired", "balance": {"EUR": "59.88"}}}
            ]}
            """
        try trial.write(steps, to: "year.json")
        let outcome = trial.run("scenario", trial.path("year.json"))
        #expect(outcome.status == .success, "\(outcome.output) \(outcome.errors)")
    }

    private static let shop = """
        {
          "subscriptionGroups": [{"id": "press", "subscriptions": [
            {"productID": "year", "type": "RecurringSubscription", "displayPrice": "49.99",
             "groupNumber": 1, "recurringSubscriptionPeriod": "P1Y",
             "billingPlans": [{"billingPlanType": "MONTHLY", "displayPrice": "4.99"}]},
            {"productID": "month", "type": "RecurringSubscription", "displayPrice": "5.99",
             "groupNumber": 1, "recurringSubscriptionPeriod": "P1M"}
          ]}],
          "settings": {"_storefront": "DEU"}
        }
        """
}
