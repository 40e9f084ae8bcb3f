import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("Options of purchases in a session")
    struct PurchaseOptionTests {
        let session: SKTestSession
        /// Some days less than two months before the present.
        let past = Date.opening.addingTimeInterval(-50 * 86_400)

        init() throws {
            session = try .make()
        }

        private func dates() -> [Date] {
            session.allTransactions().map(\.purchaseDate)
        }

        @Test("A subscription bought in the past has renewed until the present")
        func renewals() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            let bought = try await session.buyProduct(
                identifier: SampleProducts.monthly,
                options: [.purchaseDate(past)]
            )
            #expect(bought.purchaseDate == past)
            #expect(bought.reason == .purchase)
            let all = session.allTransactions()
            #expect(all.map(\.purchaseDate) == [past, try #require(bought.expirationDate)])
            #expect(all.allSatisfy { UInt64($0.originalTransactionIdentifier) == bought.id })
            let status = try await session.status
            #expect(status.state == .subscribed)
            #expect(try status.renewalInfo.payloadValue.willAutoRenew)
            #expect(try status.transaction.payloadValue.reason == .renewal)
            #expect(try await updates.verified().id == bought.id)
            #expect(try await updates.verified().reason == .renewal)
        }

        @Test("One whose customer cancelled at once has ended with its first period")
        func cancelled() async throws {
            let bought = try await session.buyProduct(
                identifier: SampleProducts.monthly,
                options: [.purchaseDate(past, renewalBehavior: .cancelImmediately)]
            )
            #expect(dates() == [past])
            let status = try await session.status
            #expect(status.state == .expired)
            #expect(try status.transaction.payloadValue.id == bought.id)
            #expect(try status.renewalInfo.payloadValue.expirationReason == .autoRenewDisabled)
            #expect(await Transaction.currentEntitlements.products.isEmpty)
        }

        @Test("A period that has not ended entitles, and does not renew")
        func cancelledInPeriod() async throws {
            let date = Date.opening.addingTimeInterval(-86_400)
            try await session.buyProduct(
                identifier: SampleProducts.monthly,
                options: [.purchaseDate(date, renewalBehavior: .cancelImmediately)]
            )
            let status = try await session.status
            #expect(status.state == .subscribed)
            #expect(try !status.renewalInfo.payloadValue.willAutoRenew)
            #expect(await Transaction.currentEntitlements.products == [SampleProducts.monthly])
        }

        @Test("The app may buy in the past as well, what is no subscription too")
        func inApp() async throws {
            let result = try await Product.buy(
                SampleProducts.colours,
                options: [.purchaseDate(past)]
            )
            let bought = try #require(result.verification).payloadValue
            #expect(bought.purchaseDate == past)
            #expect(bought.originalPurchaseDate == past)
        }

        @Test("A date in the future is refused, and nothing is sold")
        func future() async throws {
            let option = Product.PurchaseOption.purchaseDate(.opening.addingTimeInterval(1))
            let error = try await #require(throws: SKTestError.self) {
                try await session.buyProduct(identifier: SampleProducts.hints, options: [option])
            }
            #expect(error.code == .invalidAction)
            await #expect(throws: StoreKitError.self) {
                try await Product.buy(SampleProducts.hints, options: [option])
            }
            #expect(session.allTransactions().isEmpty)
        }

        /// Makes the customer a former subscriber, who has used the introductory offer.
        private func subscribeAndExpire() async throws {
            try await session.buyProduct(identifier: SampleProducts.monthly)
            try session.expireSubscription(productIdentifier: SampleProducts.monthly)
        }

        @Test("A promotional offer needs no signature, and a subscriber")
        func promotionalOffer() async throws {
            let options: Set = [Product.PurchaseOption.promotionalOffer(id: "comeback")]
            let early = try await #require(throws: SKTestError.self) {
                try await session.buyProduct(identifier: SampleProducts.monthly, options: options)
            }
            #expect(early.code == .invalidAction)
            try await subscribeAndExpire()
            let bought = try await session.buyProduct(
                identifier: SampleProducts.monthly,
                options: options
            )
            #expect(bought.offer?.type == .promotional)
            #expect(bought.offer?.id == "comeback")
            #expect(bought.price == Decimal(string: "9.99"))
        }

        @Test("A promotional offer is signed for the account token, in any order of the options")
        func promotionalOfferForAccount() async throws {
            try await subscribeAndExpire()
            // The order in a set depends on the token.
            for _ in 0..<12 {
                let token = UUID()
                let bought = try await session.buyProduct(
                    identifier: SampleProducts.monthly,
                    options: [.promotionalOffer(id: "comeback"), .appAccountToken(token)]
                )
                #expect(bought.offer?.id == "comeback")
                #expect(bought.appAccountToken == token)
                try session.expireSubscription(productIdentifier: SampleProducts.monthly)
            }
        }

        @Test("A purchase in the past does not take the place of a later one")
        func pastNonRenewingSubscription() async throws {
            let present = try await session.buyProduct(identifier: SampleProducts.pass)
            try await session.buyProduct(
                identifier: SampleProducts.pass,
                options: [.purchaseDate(past)]
            )
            for found in [
                await Transaction.latest(for: SampleProducts.pass),
                await Transaction.currentEntitlement(for: SampleProducts.pass),
            ] {
                #expect(found?.unsafePayloadValue.id == present.id)
            }
        }

        @Test("The offer of a code is that with its reference name, once")
        func codeOffer() async throws {
            let options: Set = [Product.PurchaseOption.codeOffer(referenceName: "Friends")]
            try await subscribeAndExpire()
            let bought = try await session.buyProduct(
                identifier: SampleProducts.monthly,
                options: options
            )
            #expect(bought.offer?.type == .code)
            #expect(bought.offer?.id == "Friends")
            #expect(bought.price == 0)
            try session.expireSubscription(productIdentifier: SampleProducts.monthly)
            await #expect(throws: SKTestError.self) {
                try await session.buyProduct(identifier: SampleProducts.monthly, options: options)
            }
        }

        @Test(
            "A code of a product that does not renew is its offer, paid once",
            arguments: [
                (SampleProducts.hints, "0.49"), (SampleProducts.colours, "0"),
                (SampleProducts.pass, "4.99"),
            ]
        )
        func oneTimeOffer(product: String, price: String) async throws {
            let options: Set = [Product.PurchaseOption.codeOffer(referenceName: "Welcome")]
            let bought = try await session.buyProduct(identifier: product, options: options)
            #expect(bought.offer?.type == .code)
            #expect(bought.offer?.id == "Welcome")
            #expect(bought.offer?.paymentMode == .oneTime)
            #expect(bought.offer?.period == nil)
            #expect(bought.price == Decimal(string: price))
            let error = try await #require(throws: SKTestError.self) {
                try await session.buyProduct(identifier: product, options: options)
            }
            #expect(error.localizedDescription.contains("has redeemed a code"))
            #expect(await Transaction.all.products == [product])
        }

        @Test("The app redeems a code although it holds a transaction, unless the customer owns it")
        func oneTimeOfferInApp() async throws {
            let options: Set = [Product.PurchaseOption.codeOffer(referenceName: "Welcome")]
            try await Product.buy(SampleProducts.hints)
            let hints = try await Product.buy(SampleProducts.hints, options: options)
            #expect(try hints.verification?.payloadValue.offer?.id == "Welcome")
            try await Product.buy(SampleProducts.colours)
            await #expect(throws: Product.PurchaseError.ineligibleForOffer) {
                try await Product.buy(SampleProducts.colours, options: options)
            }
            #expect(await Transaction.all.products.count == 3)
        }

        @Test("A stackable offer follows the introductory one")
        func stackedOffer() async throws {
            let bought = try await session.buyProduct(
                identifier: SampleProducts.monthly,
                options: [.codeOffer(referenceName: "Friends")]
            )
            #expect(bought.offer?.type == .introductory)
            try await session.advance(pastRenewals: 3, of: SampleProducts.monthly)
            #expect(try await session.status.transaction.payloadValue.offer?.id == "Friends")
        }

        @Test("The app applies the offers as well, and learns why it does not get one")
        func offersInApp() async throws {
            await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
                try await Product.buy(
                    SampleProducts.monthly,
                    options: [.codeOffer(referenceName: "Strangers")]
                )
            }
            try await subscribeAndExpire()
            let result = try await Product.buy(
                SampleProducts.monthly,
                options: [.promotionalOffer(id: "comeback")]
            )
            #expect(try result.verification?.payloadValue.offer?.id == "comeback")
        }

        @Test("An offer in the past is that of the first period")
        func offerInThePast() async throws {
            let bought = try await session.buyProduct(
                identifier: SampleProducts.monthly,
                options: [.codeOffer(referenceName: "Friends"), .purchaseDate(past)]
            )
            #expect(bought.offer?.type == .introductory)
            let info = try await session.status.renewalInfo.payloadValue
            #expect(info.offer?.type == .introductory)
            #expect(dates().count == 2)
        }

        @Test("Options are equal by their values, and behaviours are coded")
        func values() throws {
            typealias Option = Product.PurchaseOption
            #expect(Option.promotionalOffer(id: "a") == .promotionalOffer(id: "a"))
            #expect(Option.promotionalOffer(id: "a") != .codeOffer(referenceName: "a"))
            #expect(
                Option.purchaseDate(past) == .purchaseDate(past, renewalBehavior: .renewUntilNow)
            )
            #expect(
                Option.purchaseDate(past)
                    != .purchaseDate(past, renewalBehavior: .cancelImmediately)
            )
            let behaviors: [Option.SubscriptionRenewalBehavior] = [
                .renewUntilNow, .cancelImmediately,
            ]
            let data = try JSONEncoder().encode(behaviors)
            let decoded = try JSONDecoder().decode(
                [Option.SubscriptionRenewalBehavior].self,
                from: data
            )
            #expect(decoded == behaviors)
        }
    }
}
