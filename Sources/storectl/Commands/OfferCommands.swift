import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

struct OfferCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer",
        abstract: "Signatures of promotional offers.",
        subcommands: [Sign.self]
    )

    struct Sign: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Signs a promotional offer with the key of the .storekit file.",
            discussion: """
                Both forms are written: the signature that the original StoreKit takes, and the \
                JWS that StoreKit 2 takes. They are valid for 24 hours of the store's time.
                """
        )

        @Argument(help: "The product identifier.", completion: .products)
        var product: String

        @Argument(help: "The identifier of the offer.")
        var offer: String

        @Option(help: .value("text", "The app's account of the customer."))
        var accountToken: String?

        @Option(
            help: .value("uuid", "The nonce. (default: a new one)"),
            transform: reading("a UUID", UUID.init(uuidString:))
        )
        var nonce: UUID?

        @Option(help: .value("id", "A transaction of the customer, for the JWS."))
        var transaction: String?

        @Option(help: .value("id", "The issuer of the key, for the JWS."))
        var issuer = "storectl"

        @OptionGroup var common: CommonOptions

        func report() throws -> OfferReport {
            // Only the time and the app are of a ledger.
            try report(suggestingIn: try options.openForApp(missing: .replaced))
        }

        func report(in store: Store) throws -> OfferReport {
            let key = try keyOfOffer(in: store.catalog)
            let discount = try store.signedDiscount(
                offerID: offer,
                productID: product,
                applicationUsername: accountToken,
                nonce: nonce ?? UUID()
            )
            let request = try request(nonce: discount.nonce, signedWith: key, in: store)
            return OfferReport(product: product, discount: discount, request: request)
        }

        /// Returns the key; throws without one, and for an unknown product or offer.
        private func keyOfOffer(in catalog: Catalog) throws -> PromotionalOfferKey {
            guard let key = catalog.promotionalOfferKey else { throw StoreError.noOfferKey }
            guard let product = catalog.product(withIdentifier: product) else {
                throw StoreError.unknownProduct(id: self.product)
            }
            let names = product.subscription?.promotionalOffers.compactMap(\.id) ?? []
            guard !names.contains(offer) else { return key }
            let known = names.isEmpty ? "It has none." : "It has \(names.joined(separator: ", "))."
            let message = "\"\(product.id)\" has no promotional offer \"\(offer)\"."
            let advice = names.suggestion(for: offer, otherwise: known)
            throw Failure(.refused, message, suggestion: advice)
        }

        private func request(
            nonce: UUID,
            signedWith key: PromotionalOfferKey,
            in store: Store
        ) throws -> OfferRequestJWS {
            let request = OfferRequestJWS.Request(
                bundleIdentifier: store.app.bundleIdentifier,
                issuerIdentifier: issuer,
                offer: .promotional(
                    productIdentifier: product,
                    offerIdentifier: offer,
                    transactionIdentifier: transaction
                ),
                nonce: nonce,
                signingDate: store.clock.now
            )
            return try OfferRequestJWS(signing: request, with: key)
        }
    }
}

/// A signed promotional offer, in both forms.
struct OfferReport: Report {
    let product: String
    let discount: PaymentRequest.Discount
    let request: OfferRequestJWS

    private var nonce: String { discount.nonce.uuidString.lowercased() }

    var json: JSONValue {
        .object([
            "jws": .string(request.compactSerialization),
            "keyID": .string(discount.keyID),
            "nonce": .string(nonce),
            "offerID": .string(discount.offerID),
            "productID": .string(product),
            "signature": .string(discount.signature),
            "timestamp": .number(discount.timestamp),
        ])
    }

    func text(_ style: TextStyle) -> String {
        style.list([
            ("product", product),
            ("offer", discount.offerID),
            ("key", discount.keyID),
            ("nonce", nonce),
            ("timestamp", "\(discount.timestamp)"),
            ("signature", discount.signature),
            ("jws", request.compactSerialization),
        ])
    }
}
