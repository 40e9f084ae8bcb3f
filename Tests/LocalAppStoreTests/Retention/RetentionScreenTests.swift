import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("What a customer who chooses to cancel sees")
struct RetentionScreenTests {
    let store: Store
    let id: LedgerEntry.ID

    init() throws {
        store = try .make(.offers())
        try store.uploadRetention()
        try store.configureRealtimeURL()
        id = try store.pay("monthly").id
    }

    private func screen(
        after result: Result<RetentionResponse, RetentionFallback>
    ) throws -> RetentionScreen {
        let request = try store.retention.requestForCancellation(of: id)
        return try store.retention.screen(after: result, to: request)
    }

    /// Returns the page after a response, by its member and the JSON of what is in it.
    private func screen(
        _ member: String = "message",
        of message: UUID = .chosen,
        _ members: String = ""
    ) throws -> RetentionScreen {
        let json = #"{"\#(member)":{"messageIdentifier":"\#(message)"\#(members)}}"#
        return try screen(after: .success(RetentionResponse(json: Data(json.utf8))))
    }

    private func expectDefault(_ screen: RetentionScreen, _ fallback: RetentionFallback) {
        #expect(screen.message?.message.identifier == .standard)
        #expect(screen.proposal == .none)
        #expect(screen.fallback == fallback)
    }

    @Test("A request names the subscription, the product, the customer's locale and the app")
    func request() throws {
        try store.updateReceiptSettings { $0.appleIdentifier = 7 }
        try store.subscriptions.forceRenewal(of: id)
        let requests = try [id, try #require(try store.entries().last).id].map {
            try store.retention.requestForCancellation(of: $0)
        }
        let verifier = JWSVerifier(
            trustedRoots: try TrustedRoots([try store.signedTransactionRootCertificate]),
            policy: JWSPolicy(
                bundleIdentifier: store.app.bundleIdentifier,
                environments: [.sandbox]
            )
        )
        let payloads = try requests.map {
            try verifier.verify($0.document, appAppleIdentifier: .equals(7)).payload
        }
        for payload in payloads {
            #expect(payload.originalTransactionIdentifier == "\(id)")
            #expect(payload.productIdentifier == "monthly")
            #expect(payload.userLocale == "en-US")
            #expect(payload.environment == .sandbox)
            #expect(payload.signedDate == store.clock.now)
        }
        #expect(payloads[0].requestIdentifier != payloads[1].requestIdentifier)
        #expect(requests[0].url?.absoluteString == "http://127.0.0.1:1/")
    }

    @Test("Only a subscription that renews can be cancelled, and by its customer")
    func unsuitable() throws {
        let needs = "of a subscription that the customer can cancel"
        let coins = try store.pay("coins").id
        try store.subscriptions.setAutoRenew(false, of: id)
        for entry in [coins, id] {
            #expect(throws: StoreError.unsuitableEntry(id: entry, needs: needs)) {
                try store.retention.requestForCancellation(of: entry)
            }
        }
        #expect(throws: StoreError.unknownEntry(id: 99)) {
            try store.retention.requestForCancellation(of: 99)
        }
    }

    @Test("A member of the family does not cancel")
    func family() throws {
        let store = try Store.make(.family)
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        try store.pay("monthly")
        let shared = try #require(try ben.entries().first)
        #expect(throws: StoreError.self) {
            try ben.retention.requestForCancellation(of: shared.id)
        }
    }

    @Test("The message of a response is shown with its images")
    func message() throws {
        let screen = try screen(of: .illustrated)
        #expect(screen.message?.message.content == (try RetentionMessage.illustrated()))
        #expect(screen.message?.images.map(\.identifier) == [.image, .bullet])
        #expect(screen.fallback == nil)
        #expect(screen.place == (try .monthly()))
    }

    @Test(
        "A failure leads to the default message",
        arguments: [
            .noRealtimeURL, .failedRequest(.timedOut), .failedRequest(.socketIssue), .status(500),
            .invalidResponse(reason: "no JSON"),
        ] as [RetentionFallback]
    )
    func failures(fallback: RetentionFallback) throws {
        expectDefault(try screen(after: .failure(fallback)), fallback)
    }

    @Test("A message that does not exist, or is not approved, leads to the default message")
    func reviews() throws {
        expectDefault(try screen(of: .number(9)), .unknownMessage(.number(9)))
        try store.retention.setState(.pending, of: .image(.image))
        expectDefault(try screen(of: .illustrated), .imageNotApproved(.image, .pending))
        try store.retention.setState(.rejected, of: .message(.illustrated))
        expectDefault(try screen(of: .illustrated), .messageNotApproved(.illustrated, .rejected))
    }

    @Test("Without an approved default message of product and locale, nothing is shown")
    func nothing() throws {
        try store.retention.setState(.rejected, of: .message(.standard))
        #expect(try screen().fallback == .noDefaultMessage)
        try store.retention.setState(.approved, of: .message(.standard))
        #expect(try screen().fallback == nil)
        try store.updateSettings { $0.localeIdentifier = "de_DE" }
        let screen = try screen()
        #expect(screen.message == nil)
        #expect(screen.fallback == .noDefaultMessage)
        #expect(screen.place.locale == "de-DE")
        try store.retention.setDefaultMessage(.standard, at: .monthly("de-DE"))
        #expect(try self.screen().fallback == nil)
    }

    @Test("Another product is one of the group, with a message without an image")
    func alternateProduct() throws {
        let yearly = #","productId":"yearly","billingPlanType":"BILLED_UPFRONT""#
        let shown = try screen("alternateProduct", yearly)
        #expect(shown.proposal == .alternateProduct(id: "yearly", billingPlan: .upFront))
        #expect(shown.fallback == nil)
        for product in ["coins", "unknown"] {
            let screen = try screen("alternateProduct", #","productId":"\#(product)""#)
            #expect(screen.fallback?.reason?.hasPrefix("\"\(product)\" is not a product") == true)
        }
        let monthly = #","productId":"yearly","billingPlanType":"MONTHLY""#
        let unsold = try screen("alternateProduct", monthly)
        #expect(unsold.fallback?.reason?.hasSuffix("with monthly billing") == true)
        let image = try screen("alternateProduct", of: .illustrated, yearly)
        #expect(image.fallback?.reason?.hasPrefix("a message with an image") == true)
        expectDefault(image, try #require(image.fallback))
    }

    @Test("The data of Advanced Commerce is passed on")
    func advancedCommerce() throws {
        let screen = try screen("advancedCommerceInfo", #","advancedCommerceData":"e30=""#)
        #expect(screen.proposal == .advancedCommerce(data: "e30="))
    }

    @Test("An offer with a signature of version 1 is shown, and its purchase is sold")
    func versionOne() throws {
        let discount = try store.signedDiscount(offerID: "winter", productID: "yearly")
        let screen = try screen("promotionalOffer", Self.signature(discount))
        #expect(screen.fallback == nil)
        #expect(screen.proposal == .promotionalOffer(id: "winter", productID: "yearly"))
        let place = try DefaultMessagePlace(productID: "yearly", locale: "en-US")
        try store.retention.setDefaultMessage(.standard, at: place)
        // Showing the offer does not use up its nonce.
        let entry = try store.pay(PaymentRequest(productID: "yearly", discount: discount))
        #expect(entry.failure == nil)
        let again = try self.screen("promotionalOffer", Self.signature(discount))
        #expect(again.fallback?.reason?.contains("was used for an earlier purchase") == true)
    }

    @Test("An offer that the customer would not get is an invalid response")
    func refusedOffers() throws {
        var discount = try store.signedDiscount(offerID: "winter", productID: "yearly")
        discount.timestamp -= 1
        let changed = try screen("promotionalOffer", Self.signature(discount))
        #expect(changed.fallback?.reason?.hasPrefix("The signature does not verify") == true)
        let unknown = try store.signedDiscount(offerID: "autumn", productID: "yearly")
        let missing = try screen("promotionalOffer", Self.signature(unknown))
        #expect(missing.fallback?.reason?.contains("no promotional offer \"autumn\"") == true)
        let image = try screen(
            "promotionalOffer",
            of: .illustrated,
            Self.signature(try store.signedDiscount(offerID: "winter", productID: "yearly"))
        )
        #expect(image.fallback?.reason?.hasPrefix("a message with an image") == true)
    }

    @Test("An offer with a signature of version 2 is shown if the catalog's key signed it")
    func versionTwo() throws {
        let key = try #require(store.catalog.promotionalOfferKey)
        let shown = try screen("promotionalOffer", try jws(offer("winter"), key))
        #expect(shown.proposal == .promotionalOffer(id: "winter", productID: "yearly"))
        #expect(shown.fallback == nil)
        let other = try screen("promotionalOffer", try jws(offer("winter"), .init(id: "KEY")))
        #expect(other.fallback?.reason?.contains("signature") == true)
        let eligibility = OfferRequestJWS.Offer.introductory(
            productIdentifier: "yearly",
            isAllowed: true,
            transactionIdentifier: "1"
        )
        let kind = try screen("promotionalOffer", try jws(eligibility, key))
        #expect(kind.fallback?.reason?.contains("not that of a promotional offer") == true)
    }

    @Test("Without a key pair, a signature of version 2 is not verified")
    func withoutKey() throws {
        let store = try Store.make(.offers(key: nil))
        try store.uploadRetention()
        let request = try store.retention.requestForCancellation(of: store.pay("monthly").id)
        let json = """
            {"promotionalOffer":{"messageIdentifier":"\(UUID.chosen)"\
            \(try jws(offer("winter"), .init(id: "KEY")))}}
            """
        let response = try RetentionResponse(json: Data(json.utf8))
        let screen = try store.retention.screen(after: .success(response), to: request)
        #expect(screen.fallback?.reason?.contains("subscriptionOffersKeyPair") == true)
    }

    private func offer(_ id: String) -> OfferRequestJWS.Offer {
        .promotional(productIdentifier: "yearly", offerIdentifier: id)
    }

    private func jws(
        _ offer: OfferRequestJWS.Offer,
        _ key: PromotionalOfferKey
    ) throws -> String {
        let request = OfferRequestJWS.Request(
            bundleIdentifier: store.app.bundleIdentifier,
            issuerIdentifier: "issuer",
            offer: offer,
            signingDate: store.clock.now
        )
        let document = try OfferRequestJWS(signing: request, with: key)
        return #","promotionalOfferSignatureV2":"\#(document.compactSerialization)""#
    }

    private static func signature(_ discount: PaymentRequest.Discount) -> String {
        """
        ,"promotionalOfferSignatureV1":{"encodedSignature":"\(discount.signature)","productId":\
        "yearly","nonce":"\(discount.nonce)","timestamp":\(discount.timestamp),"keyId":\
        "\(discount.keyID)","offerIdentifier":"\(discount.offerID)"}
        """
    }
}

extension RetentionFallback {
    /// The reason of an invalid response.
    fileprivate var reason: String? {
        if case .invalidResponse(let reason) = self { reason } else { nil }
    }
}
