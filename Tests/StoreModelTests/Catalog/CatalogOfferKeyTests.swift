import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("The key pair of a catalog")
struct CatalogOfferKeyTests {
    private static let key =
        "MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCB8aOK/+Ge7cj+fuIbeBbyBDtuDyzyrGGNhnmQyDgnWJg"
        + "=="

    @Test("A file has an identifier and a private key, or no key pair")
    func decoded() throws {
        let catalog = try Catalog.make(text(#"{"id": "A2E1039F", "privateKey": "\#(Self.key)"}"#))
        let key = try PromotionalOfferKey(id: "A2E1039F", base64Encoded: Self.key)
        #expect(catalog.promotionalOfferKey == key)
        #expect(try Catalog.make(text("null")).promotionalOfferKey == nil)
        #expect(try Catalog.make("{}").promotionalOfferKey == nil)
        #expect(try Catalog.make(text("null")) != catalog)
    }

    @Test(
        "A damaged key is an error at its path, which does not quote it",
        arguments: [
            ("7", ": expected an object, but found 7"),
            (
                #"{"privateKey": "\#(key)"}"#,
                ".id: expected an identifier, but it is missing"
            ),
            (#"{"id": "K"}"#, ".privateKey: expected a string, but it is missing"),
            (
                #"{"id": "K", "privateKey": "?secret?"}"#,
                ".privateKey: The private key is not Base64"
            ),
            (
                #"{"id": "K", "privateKey": "c2VjcmV0"}"#,
                ".privateKey: The private key is not a key on the curve P-256 in PKCS #8"
            ),
        ]
    )
    func damaged(pair: String, error: String) {
        #expect(
            Catalog.failure(decoding: text(pair))
                == "Shop.storekit, subscriptionOffersKeyPair" + error
        )
    }

    @Test("Promotional offers without a key pair are a warning")
    func warning() throws {
        let offer = CatalogText.offer(more: #", "offerID": "x""#)
        let subscription = CatalogText.subscription(more: #", "adHocOffers": [\#(offer)]"#)
        let group = CatalogText.group(subscriptions: [subscription])
        let warning =
            "Shop.storekit, subscriptionOffersKeyPair: it is missing, so signatures of promotional "
            + "offers are not verified"
        let without = CatalogText.make(groups: [group])
        #expect(try Catalog.make(without).warnings.map(\.description) == [warning])
        let pair = #"{"id": "K", "privateKey": "\#(Self.key)"}"#
        let with = #"{"subscriptionOffersKeyPair": \#(pair), "# + without.dropFirst()
        #expect(try Catalog.make(with).warnings == [])
    }

    @Test("A misspelled key of the pair is a warning")
    func misspelled() throws {
        let pair = #"{"id": "K", "privateKey": "\#(Self.key)", "iD": ""}"#
        #expect(
            try Catalog.make(text(pair)).warnings.map(\.path)
                == ["", "subscriptionOffersKeyPair.iD"]
        )
    }

    @Test(
        "A win-back offer that cannot be decoded is left out with a warning",
        arguments: [
            "5", #"{"offerID": "odd"}"#,
            #"{"offerID": "odd", "paymentMode": "barter", "subscriptionPeriod": "P1W"}"#,
            #"{"offerID": 5, "paymentMode": "free", "subscriptionPeriod": "P1W"}"#,
        ]
    )
    func winBack(offer: String) throws {
        let known = CatalogText.offer(more: #", "offerID": "back""#)
        let subscription = CatalogText.subscription(
            more: #", "winbackOffers": [\#(offer), \#(known)]"#
        )
        let group = CatalogText.group(subscriptions: [subscription])
        let catalog = try Catalog.make(CatalogText.make(groups: [group]))
        #expect(catalog.products.first?.subscription?.winBackOffers.map(\.id) == ["back"])
        #expect(
            catalog.warnings.map(\.description) == [
                "Shop.storekit, subscriptionGroups[0].subscriptions[0].winbackOffers[0]: the "
                    + "win-back offer cannot be decoded and is left out"
            ]
        )
    }

    private func text(_ pair: String) -> String {
        #"{"subscriptionOffersKeyPair": \#(pair)}"#
    }
}
