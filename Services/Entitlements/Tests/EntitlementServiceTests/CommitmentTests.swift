import AppReceipt
import EntitlementModel
import Foundation
import Testing

@testable import EntitlementService

/// Subscriptions that are billed monthly, in any order of documents.
@Suite struct CommitmentTests {
    private let appStore: TestAppStore

    init() throws {
        appStore = try TestAppStore.shared.get()
    }

    @Test func `a cancellation ends nothing before the commitment's end`() async throws {
        let cancelled = RenewalInfoPayload.commitment(renews: false, signed: .start + 35 * .day)
        let documents = [
            try notification(.subscribed, .month(1), .commitment()),
            try notification(.didRenew, .month(2), .commitment(signed: .start + 30 * .day)),
            try notification(.didChangeRenewalStatus, .month(2), cancelled),
            try notification(
                .didRenew,
                .month(3),
                .commitment(renews: false, signed: .start + 60 * .day)
            ),
        ]
        try await TestService.inEveryOrder(documents, at: .start + 61 * .day) {
            service async throws in
            #expect(try await service.entitlements().map(\.until) == [.start + 90 * .day])
            let before = try await service.entitlements(at: .start + 36 * .day)
            #expect(before.map(\.until) == [.start + 60 * .day])
        }
    }

    @Test func `a failed payment ends the access at once, until it is recovered`() async throws {
        let failed = RenewalInfoPayload.commitment(isInRetry: true, signed: .start + 30 * .day)
        let documents = [
            try notification(.subscribed, .month(1), .commitment()),
            try notification(.didFailToRenew, .month(1), failed),
        ]
        try await TestService.inEveryOrder(documents, at: .start + 30 * .day) {
            service async throws in
            #expect(try await service.entitlements().map(\.state) == [.billingRetry])
            #expect(try await service.entitlements().map(\.isGranted) == [false])
            #expect(try await service.entitlements(at: .start + 119 * .day).count == 1)
            #expect(try await service.entitlements(at: .start + 120 * .day).isEmpty)
        }
        let date = Date.start + 80 * .day
        let recovered = try notification(
            .didRenew,
            .month(2, purchased: date),
            .commitment(signed: date)
        )
        try await TestService.inEveryOrder(documents + [recovered], at: date) {
            service async throws in
            #expect(try await service.entitlements().map(\.isGranted) == [true])
            #expect(try await service.entitlements().map(\.until) == [date + 30 * .day])
        }
    }

    @Test(arguments: [(1, [Date.start + 60 * .day]), (2, [])])
    func `a refund ends the access if it is that of the current month`(
        number: Int,
        ends: [Date]
    ) async throws {
        let date = Date.start + 40 * .day
        let documents = [
            try notification(.subscribed, .month(1), .commitment()),
            try notification(.didRenew, .month(2), .commitment(signed: .start + 30 * .day)),
            try notification(.refund, .month(number, revoked: date), .commitment(signed: date)),
        ]
        try await TestService.inEveryOrder(documents, at: date) { service async throws in
            #expect(try await service.entitlements().compactMap(\.until) == ends)
        }
    }

    private func notification(
        _ type: NotificationPayload.NotificationType,
        _ transaction: TransactionPayload,
        _ renewalInfo: RenewalInfoPayload
    ) throws -> SignedDocument {
        .notification(try appStore.notification(type, transaction, renewalInfo))
    }
}

extension TransactionPayload {
    /// A month of a commitment of twelve.
    fileprivate static func month(
        _ number: Int,
        purchased: Date? = nil,
        revoked: Date? = nil
    ) -> TransactionPayload {
        let date = purchased ?? .start + Double(number - 1) * 30 * .day
        var payload = TransactionPayload.make(
            "\(99 + number)",
            original: "100",
            product: "yearly",
            purchased: date,
            expires: date + 30 * .day,
            revoked: revoked
        )
        payload.billingPlanType = .monthly
        payload.commitment = Commitment()
        payload.commitment?.billingPeriodNumber = Int64(number)
        payload.commitment?.totalBillingPeriods = 12
        payload.commitment?.expirationDate = .start + 360 * .day
        return payload
    }
}

extension RenewalInfoPayload {
    /// The future of a commitment, whose `autoRenewStatus` is 1 even after a cancellation.
    fileprivate static func commitment(
        renews: Bool = true,
        isInRetry: Bool = false,
        signed: Date = .start
    ) -> RenewalInfoPayload {
        var payload = RenewalInfoPayload.make(
            product: "yearly",
            signed: signed,
            isInRetry: isInRetry
        )
        payload.renewalBillingPlanType = .monthly
        payload.commitment = Commitment()
        payload.commitment?.willAutoRenew = renews
        payload.commitment?.renewalDate = .start + 360 * .day
        return payload
    }
}
