import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

extension StoreInUse {
    @Suite("Seats by StoreKit 2")
    struct SeatPurchaseTests {
        private let shop: SeatShop
        private let session: SKTestSession

        init() throws {
            shop = try SeatShop()
            session = try .make(shop.file)
            session.disableDialogs = true
        }

        @Test("A product has the prices of its seats")
        func prices() async throws {
            let products = try await Product.products(for: [SeatShop.team, SeatShop.solo])
            #expect(products.map(\.supportsMultiSeatPurchase) == [true, false])
            let models = products.compactMap { $0.subscription?.pricingTerms.first?.pricingModel }
            guard case .seatBased(let pricing) = models.first, case .singlePrice = models.last
            else {
                Issue.record("\(models)")
                return
            }
            #expect(pricing.priceTiers.map(\.minimumSeats) == [1, 6])
            #expect(pricing.priceTiers.map(\.maximumSeats) == [5, nil])
            #expect(pricing.priceTiers.map(\.billingInfo.price) == [9.99, 7.99])
            #expect(pricing.priceTiers.map(\.billingInfo.displayPrice) == ["$9.99", "$7.99"])
        }

        @Test("Seats of one transaction, and those that are added")
        func purchase() async throws {
            let first = try await buy(5)
            #expect(first.purchasedQuantity == 5)
            #expect(first.price == 9.99)
            #expect(first.additionalTransactionReason == nil)
            let seats = try #require(first.multiSeatInfo)
            #expect(seats.invitationManagement == .apple)
            #expect(seats.priceTiers.map(\.quantity) == [5])
            #expect(seats.revokedSeatQuantity == nil)
            let added = try await buy(8)
            #expect(added.purchasedQuantity == 3)
            #expect(added.originalID == first.id)
            #expect(added.additionalTransactionReason == .seatAddition)
            #expect(added.expirationDate == first.expirationDate)
            let current = await Transaction.currentEntitlements.reduce(into: []) {
                $0.append($1.unsafePayloadValue)
            }
            #expect(Set(current.map(\.id)) == [first.id, added.id])
            #expect(current.allSatisfy { $0.additionalTransactionReason == .seatAddition })
            #expect(current.allSatisfy { !$0.isUpgraded })
            #expect(try await session.status.transaction.payloadValue.id == added.id)
            let renewal = try await session.status.renewalInfo.payloadValue
            #expect(renewal.renewalQuantity == 8)
            #expect(renewal.renewalPrice == 9.24)
            #expect(renewal.multiSeatInfo?.renewalPriceTiers.map(\.price) == [9.99, 7.99])
            #expect(session.subscriptions.map(\.seatCount) == [8])
            let entitlements = await SwiftyStoreKit.entitlements()
            #expect(entitlements.map(\.seats) == [5, 3])
            #expect(entitlements.map(\.role) == [.purchaser, .purchaser])
        }

        @Test("Fewer seats are a choice for the renewal, and no purchase")
        func reduction() async throws {
            let first = try await buy(5)
            await #expect(throws: Product.PurchaseError.seatReductionNotAllowed) {
                try await Product.buy(SeatShop.team, options: [.seats(4)])
            }
            #expect(try await buy(5).id == first.id)
            try session.setRenewalSeats(4, for: UInt(first.id))
            #expect(try await session.status.renewalInfo.payloadValue.renewalQuantity == 4)
            #expect(throws: (any Error).self) {
                try session.setRenewalSeats(6, for: UInt(first.id))
            }
            try await session.advance(pastRenewals: 1, of: SeatShop.team)
            #expect(try await session.status.transaction.payloadValue.purchasedQuantity == 4)
        }

        @Test("A product without tiers, and numbers that are not sold")
        func refusals() async throws {
            await #expect(throws: Product.PurchaseError.multiSeatPurchaseDisabled) {
                try await Product.buy(SeatShop.solo, options: [.seats(2)])
            }
            await #expect(throws: Product.PurchaseError.invalidQuantity) {
                try await Product.buy(SeatShop.team, options: [.seats(0)])
            }
            await #expect(throws: Product.PurchaseError.invalidQuantity) {
                try await Product.buy(SeatShop.team, options: [.seats(1), .seats(2)])
            }
            let bought = try await Product.buy(
                SeatShop.team,
                options: [.seats(2), .multiSeatInvitationSheetSuppressed(true)]
            )
            #expect(bought.verification != nil)
        }

        @Test("Refunded seats are in the transaction, which is revoked with the last one")
        func refunds() async throws {
            let first = try await buy(5)
            try session.refundSeats(2, of: UInt(first.id))
            let refunded = try await latest()
            #expect(refunded.multiSeatInfo?.revokedSeatQuantity == 2)
            #expect(refunded.revocationDate == nil)
            #expect(await SwiftyStoreKit.entitlements().map(\.seats) == [3])
            try session.refundSeats(3, of: UInt(first.id))
            #expect(try await latest().revocationDate == session.currentDate)
            #expect(await SwiftyStoreKit.entitlements().isEmpty)
        }

        @Test("The party that invites is a setting for new subscriptions")
        func invitations() async throws {
            #expect(session.invitationManagement == .apple)
            session.invitationManagement = .developer
            #expect(try await buy(2).multiSeatInfo?.invitationManagement == .developer)
            session.invitationManagement = .apple
            #expect(try await buy(3).multiSeatInfo?.invitationManagement == .developer)
        }

        private func latest() async throws -> Transaction {
            try #require(await Transaction.latest(for: SeatShop.team)).payloadValue
        }

        private func buy(_ count: Int) async throws -> Transaction {
            let result = try await Product.buy(SeatShop.team, options: [.seats(count)])
            return try #require(result.verification).payloadValue
        }
    }
}
