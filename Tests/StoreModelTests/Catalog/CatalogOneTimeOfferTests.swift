import Foundation
import StoreModel
import Testing

@Suite("Offers with codes of products that do not renew")
struct CatalogOneTimeOfferTests {
    private static let friends = #"""
        {"referenceName": "Friends", "paymentMode": "oneTime", "displayPrice": "0.49",
        "eligibility": ["nonSpender", "churnedSpender"]}
        """#

    @Test(
        "The products of each list have them",
        arguments: [("products", "Consumable"), ("products", "NonConsumable")]
            + [("nonRenewingSubscriptions", "NonRenewingSubscription")]
    )
    func decoding(list: String, type: String) throws {
        let free = #"{"referenceName": "Free", "paymentMode": "oneTime", "displayPrice": "0"}"#
        let product = CatalogText.product(
            type: "\"\(type)\"",
            more: #", "_codeOffers": [\#(Self.friends), \#(free)]"#
        )
        let catalog = try Catalog.make(#"{"\#(list)": [\#(product)]}"#)
        #expect(
            catalog.products.first?.codeOffers == [
                OneTimeOffer(
                    referenceName: "Friends",
                    price: Decimal(49) / 100,
                    eligibility: [.nonSpender, .churnedSpender]
                ),
                OneTimeOffer(referenceName: "Free", price: 0),
            ]
        )
        #expect(catalog.warnings.isEmpty)
        let plain = try Catalog.make(CatalogText.make(products: [CatalogText.product()]))
        #expect(plain.isWithoutCodes)
    }

    @Test(
        "Malformed offers are refused with their places",
        arguments: [
            (#"{"paymentMode": "oneTime", "displayPrice": "1"}"#, ".referenceName: expected"),
            (
                #"{"referenceName": "", "paymentMode": "oneTime", "displayPrice": "1"}"#,
                #".referenceName: expected an identifier, but found """#
            ),
            (
                #"{"referenceName": "F", "paymentMode": "free", "displayPrice": "1"}"#,
                #".paymentMode: expected "oneTime", but found "free""#
            ),
            (#"{"referenceName": "F", "displayPrice": "1"}"#, ".paymentMode: expected"),
            (#"{"referenceName": "F", "paymentMode": "oneTime"}"#, ".displayPrice: expected"),
            (
                #"{"referenceName": "F", "paymentMode": "oneTime", "displayPrice": ""}"#,
                ".displayPrice: expected a price"
            ),
            (
                #"""
                {"referenceName": "F", "paymentMode": "oneTime", "displayPrice": "1",
                "eligibility": ["new"]}
                """#,
                #"""
                .eligibility[0]: expected one of "nonSpender", "activeSpender", \#
                "churnedSpender", but found "new"
                """#
            ),
            ("5", ": expected an object"),
        ]
    )
    func malformed(offer: String, message: String) throws {
        let product = CatalogText.product(more: #", "_codeOffers": [\#(offer)]"#)
        let failure = Catalog.failure(decoding: CatalogText.make(products: [product]))
        let start = "Shop.storekit, products[0]._codeOffers[0]\(message)"
        #expect(failure?.hasPrefix(start) == true, "\(failure ?? "no error")")
    }

    @Test("The key of subscriptions is a warning here, and this key is one there")
    func keys() throws {
        let product = CatalogText.product(more: #", "codeOffers": [\#(Self.friends)]"#)
        let subscription = CatalogText.subscription(more: #", "_codeOffers": [\#(Self.friends)]"#)
        let group = CatalogText.group(subscriptions: [subscription])
        let catalog = try Catalog.make(CatalogText.make(products: [product], groups: [group]))
        #expect(
            catalog.warnings.map(\.description) == [
                "Shop.storekit, subscriptionGroups[0].subscriptions[0]._codeOffers: unknown key; "
                    + "did you mean \"codeOffers\"?",
                "Shop.storekit, products[0].codeOffers: the key is not supported and has no "
                    + "effect; use \"_codeOffers\"",
            ]
        )
        #expect(catalog.isWithoutCodes)
    }

    @Test("The first of several offers with one name counts, and the others are warnings")
    func repeated() throws {
        let product = CatalogText.product(
            more: #", "_codeOffers": [\#(Self.friends), \#(Self.friends)]"#
        )
        let catalog = try Catalog.make(CatalogText.make(nonRenewing: [product]))
        let place = "nonRenewingSubscriptions[0]._codeOffers"
        #expect(
            catalog.warnings.map(\.description) == [
                "Shop.storekit, \(place)[1].referenceName: it is that of \(place)[0], and the "
                    + "first offer counts"
            ]
        )
    }

    @Test("A customer is active for 30 days after a purchase, to the second")
    func eligibility() {
        let purchase = Date(timeIntervalSince1970: 0)
        func customer(after days: Double) -> OneTimeOffer.Eligibility {
            .init(lastPurchaseDate: purchase, at: purchase.addingTimeInterval(days * 86_400))
        }
        #expect(OneTimeOffer.Eligibility(lastPurchaseDate: nil, at: purchase) == .nonSpender)
        #expect(customer(after: 0) == .activeSpender)
        #expect(customer(after: 30) == .activeSpender)
        #expect(customer(after: 30 + 1 / 86_400) == .churnedSpender)
    }
}

extension Catalog {
    fileprivate var isWithoutCodes: Bool {
        products.allSatisfy {
            $0.codeOffers.isEmpty && $0.subscription?.codeOffers.isEmpty != false
        }
    }
}
