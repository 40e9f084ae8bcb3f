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

        @Option(help: ArgumentHelp("The app's account of the customer.", valueName: "text"))
        var accountToken: String?

        @Option(
            help: ArgumentHelp("The nonce. (default: a new one)", valueName: "uuid"),
            transform: UUID.reading("a UUID")
        )
        var nonce: UUID?

        @Option(
            help: ArgumentHelp("A transaction of the customer, for the JWS.", valueName: "id")
        )
        var transaction: String?

        @Option(help: ArgumentHelp("The issuer of the key, for the JWS.", valueName: "id"))
        var issuer = "storectl"

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        func report() throws -> OfferReport {
            // A ledger has nothing but the time and the app.
            try report(suggestingIn: try options.openForApp(missing: .replaced))
        }

        func report(in store: Store) throws -> OfferReport {
            try requireOffer(in: store.catalog)
            let discount = try store.signedDiscount(
                offerID: offer,
                productID: product,
                applicationUsername: accountToken,
                nonce: nonce ?? UUID()
            )
            return OfferReport(
                product: product,
                discount: discount,
                request: try request(nonce: discount.nonce, in: store)
            )
        }

        private func requireOffer(in catalog: Catalog) throws {
            guard catalog.promotionalOfferKey != nil else { throw StoreError.noOfferKey }
            guard let product = catalog.product(withIdentifier: product) else {
                throw StoreError.unknownProduct(id: self.product)
            }
            let names = product.subscription?.promotionalOffers.compactMap(\.id) ?? []
            guard !names.contains(offer) else { return }
            let known = names.isEmpty ? "It has none." : "It has \(names.joined(separator: ", "))."
            throw Failure(
                .refused,
                "\"\(product.id)\" has no promotional offer \"\(offer)\".",
                suggestion: Suggestion(for: offer, among: names, otherwise: known).text
            )
        }

        private func request(nonce: UUID, in store: Store) throws -> OfferRequestJWS {
            guard let key = store.catalog.promotionalOfferKey else { throw StoreError.noOfferKey }
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
        var list = TextList()
        list.add("product", product)
        list.add("offer", discount.offerID)
        list.add("key", discount.keyID)
        list.add("nonce", nonce)
        list.add("timestamp", "\(discount.timestamp)")
        list.add("signature", discount.signature)
        list.add("jws", request.compactSerialization)
        return list.text(style)
    }
}
