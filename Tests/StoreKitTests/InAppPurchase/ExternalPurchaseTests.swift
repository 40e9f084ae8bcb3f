import Foundation
import StoreKit
import Testing

@Suite("What StoreKit 2 has no place for on Linux")
struct ExternalPurchaseTests {
    @Test("No external purchase is possible")
    func possibilities() async {
        #expect(await !ExternalPurchase.canPresent)
        #expect(await !ExternalPurchaseCustomLink.isEligible)
        #expect(await !ExternalPurchaseLink.canOpen)
        #expect(await ExternalPurchaseLink.eligibleURLs == nil)
        #expect(await !ExternalLinkAccount.canOpen)
    }

    @Test("What needs an entitlement throws that it is missing", arguments: 0..<6)
    func entitlement(index: Int) async throws {
        let url = try #require(URL(string: "https://example.com"))
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await ExternalPurchase.presentNoticeSheet() },
            { _ = try await ExternalPurchaseCustomLink.showNotice(type: .browser) },
            { _ = try await ExternalPurchaseCustomLink.token(for: "ACQUISITION") },
            { try await ExternalPurchaseLink.open() },
            { try await ExternalPurchaseLink.open(url: url) },
            { try await ExternalLinkAccount.open() },
        ]
        let error = await #expect(throws: StoreKitError.self) { try await calls[index]() }
        #expect(error?.errorCode == StoreKitError.notEntitled.errorCode)
    }

    @Test("No payment method can be bound")
    func paymentMethod() async {
        await #expect(throws: PaymentMethodBinding.PaymentMethodBindingError.notEligible) {
            _ = try await PaymentMethodBinding(id: "card")
        }
    }

    @Test("A kind of view keeps the group of its bundle")
    func merchandising() {
        #expect(AppStoreMerchandisingKind.subscriptionBundle("G").groupID == "G")
    }
}
