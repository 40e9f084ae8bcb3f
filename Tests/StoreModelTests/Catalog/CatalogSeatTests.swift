import Foundation
import StoreModel
import Testing

@Suite("Seats in catalogs")
struct CatalogSeatTests {
    private static let second = #"{"minimumSeats": 21, "displayPrice": 3.99}"#

    @Test("The price tiers of a subscription, of which the first has its price")
    func tiers() throws {
        let terms = try Catalog.make(subscriptionWith: Self.seats(Self.second))
        #expect(
            terms?.seatTiers == [
                CatalogSeatTier(minimumSeats: 1, price: Decimal(499) / 100),
                CatalogSeatTier(minimumSeats: 21, price: Decimal(399) / 100),
            ]
        )
        #expect(try Catalog.make(subscriptionWith: Self.seats())?.seatTiers.count == 1)
        #expect(try Catalog.make(subscriptionWith: #""_seats": null"#)?.seatTiers == [])
    }

    @Test("A product that gets another price has it in the first tier")
    func price() {
        let product = CatalogProduct.team.with { $0.price = 12 }
        #expect(product.seatTiers.map(\.price) == [12, 7.99])
        #expect(CatalogProduct.monthly.seatTiers.isEmpty)
    }

    @Test(
        "Malformed tiers",
        arguments: [
            (#""_seats": []"#, "_seats: expected an object, but found a list"),
            (#""_seats": {}"#, "_seats.priceTiers: expected a list, but it is missing"),
            (
                #""_seats": {"priceTiers": []}"#,
                "_seats.priceTiers: expected 1 to 5 price tiers, but found a list"
            ),
            (
                #""_seats": {"priceTiers": [{"minimumSeats": 2, "displayPrice": "4.99"}]}"#,
                "_seats.priceTiers[0].minimumSeats: expected 1 in the first price tier, but found 2"
            ),
            (
                #""_seats": {"priceTiers": [{"minimumSeats": 1, "displayPrice": "5"}]}"#,
                "_seats.priceTiers[0].displayPrice: expected the displayPrice of the subscription "
                    + #"in the first tier, but found "5""#
            ),
            (
                seats(#"{"minimumSeats": 1, "displayPrice": "1"}"#),
                "_seats.priceTiers[1].minimumSeats: expected more than 1, but found 1"
            ),
        ]
    )
    func malformed(keys: String, message: String) {
        let subscription = CatalogText.subscription(more: ", " + keys)
        let group = CatalogText.group(subscriptions: [subscription])
        let failure = Catalog.failure(decoding: CatalogText.make(groups: [group]))
        #expect(failure == "Shop.storekit, subscriptionGroups[0].subscriptions[0]." + message)
    }

    @Test("The party that invites the members of new groups")
    func invitations() throws {
        let settings = #"{"_groupPurchaseInvitationMode": "DEVELOPER"}"#
        let catalog = try Catalog.make(CatalogText.make(settings: settings))
        #expect(catalog.settings.invitationManagement == .developer)
        #expect(try Catalog.make("{}").settings.invitationManagement == .apple)
    }

    @Test(
        "Keys that Xcode may write one day are reported",
        arguments: ["seats", "priceTiers", "seatPriceTiers", "multiSeatPricing"]
    )
    func unknownKeys(key: String) throws {
        let subscription = CatalogText.subscription(more: #", "\#(key)": [1]"#)
        let group = CatalogText.group(subscriptions: [subscription])
        let mode = #"{"groupPurchaseInvitationMode": "APPLE"}"#
        let catalog = try Catalog.make(CatalogText.make(groups: [group], settings: mode))
        let paths =
            ["settings.groupPurchaseInvitationMode"]
            + ["subscriptionGroups[0].subscriptions[0].\(key)"]
        #expect(Set(catalog.warnings.map(\.path)).isSuperset(of: paths))
    }

    private static func seats(_ more: String...) -> String {
        let tiers = [#"{"minimumSeats": 1, "displayPrice": "4.99"}"#] + more
        return #""_seats": {"priceTiers": [\#(tiers.joined(separator: ", "))]}"#
    }
}
