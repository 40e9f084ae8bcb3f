// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(Darwin) && canImport(StoreKitTest)
public import Foundation
public import StoreKit
public import StoreKitTest

// The members that Apple's session lacks, by subject. The declarations for Linux document them.

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: Apple's session has no virtual time.")
extension SKTestSession {
    public convenience init(contentsOf fileURL: URL, startingAt date: Date) throws {
        try self.init(contentsOf: fileURL)
    }
    public convenience init(configurationFileNamed filename: String, startingAt date: Date) throws {
        try self.init(configurationFileNamed: filename)
    }
    public var currentDate: Date { Date() }
    public func advance(by seconds: TimeInterval) async {}
    public func advance(to date: Date) async {}
    public func advance(pastRenewals count: Int = 1, of productIdentifier: String) async throws {}
    @available(*, noasync)
    public func advance(by seconds: TimeInterval) {}
    @available(*, noasync)
    public func advance(to date: Date) {}
    @available(*, noasync)
    public func advance(pastRenewals count: Int = 1, of productIdentifier: String) throws {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
@available(*, unavailable, message: "On Linux only: Xcode sets it for Apple's session.")
extension SKTestSession {
    public typealias VirtualClock = ContinuousClock
    public var clock: VirtualClock { VirtualClock() }
    public var environment: AppStore.Environment {
        get { .xcode }
        set {}
    }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: Apple's session has one customer.")
extension SKTestSession {
    public var customerName: String { "" }
    public var isSignedIn: Bool { true }
    public func signIn(as name: String) throws {}
    public func signOut() {}
    public func withCustomer<Result>(
        _ name: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (SKTestSession) async throws -> Result
    ) async throws -> Result { try await body(self) }
    public var balance: [String: Decimal] { [:] }
    public var customers: [Customer] { [] }
    public func joinFamily(organizedBy name: String) throws {}
    public func leaveFamily() throws {}
    public var sharesPurchasesWithFamily: Bool {
        get { false }
        set {}
    }
    public func setAsksToBuy(_ asksToBuy: Bool) throws {}
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
@available(*, unavailable, message: "On Linux only: Apple's session sells no seats.")
extension SKTestSession {
    public func setRenewalSeats(_ count: Int, for transactionIdentifier: UInt) throws {}
    public func refundSeats(_ count: Int, of transactionIdentifier: UInt) throws {}
    public var invitationManagement: InvitationManagement {
        get { .apple }
        set {}
    }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: Apple's session sells no seats.")
extension SKTestSession {
    public func seatGroup(of transactionIdentifier: UInt) throws -> SeatGroup {
        throw CancellationError()
    }
    public func invitation(to transactionIdentifier: UInt) throws -> UUID { UUID() }
    public func acceptInvitation(_ invitation: UUID) throws {}
    public func leaveGroup(of transactionIdentifier: UInt) throws {}
    public func removeMember(_ name: String, from transactionIdentifier: UInt) throws {}
    public func assignSeat(to name: String, of transactionIdentifier: UInt) throws {}
    @discardableResult
    public func claimSeat(
        of transactionIdentifier: UInt,
        requestIdentifier: UUID = UUID(),
        for name: String? = nil
    ) throws -> UUID { UUID() }
    public func unclaimSeat(_ claim: UUID, of transactionIdentifier: UInt) throws {}
    public func associateSeat(
        _ claim: UUID,
        with name: String,
        of transactionIdentifier: UInt
    ) throws {}
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: wait for the transaction itself.")
extension SKTestSession {
    public func deliveries() async {}
    @available(*, noasync)
    public func deliveries() {}
    public func unfinishedTransactions() -> [SKTestTransaction] { [] }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: Apple's session cannot do this.")
extension SKTestSession {
    public var faultPlan: FaultPlan? {
        get { nil }
        set {}
    }
    public var faultLog: FaultLog { FaultLog() }
    public var systemHabits: SystemHabits? {
        get { nil }
        set {}
    }
    public func waitForDelays(_ count: Int = 1) async {}
    public func relaunchApp() {}
    public var subscriptions: [Subscription] { [] }
    public var notifications: [Notification] { [] }
    public func signedPayload(of notification: Notification) throws -> String { "" }
    public func enter(_ state: SubscriptionState, of productIdentifier: String? = nil) throws {}
    public var gracePeriodLength: GracePeriodLength {
        get { .sixteenDays }
        set {}
    }
    public var priceConsentAnswer: PriceConsentAnswer {
        get { .later }
        set {}
    }
    public func setPrice(
        _ price: Decimal,
        of productIdentifier: String,
        billingPlan: Subscription.BillingPlan = .upFront,
        requestingConsent requestsConsent: Bool = false
    ) throws {}
    public var downloadBytesPerSecond: Int {
        get { 0 }
        set {}
    }
    public var downloadFailure: DownloadFailure? {
        get { nil }
        set {}
    }
    public func snapshot() throws -> Snapshot { Snapshot() }
    public func restore(_ snapshot: Snapshot) throws {}
    public struct Snapshot: Sendable {
        fileprivate init() {}
        public init(contentsOf file: URL) throws {}
        public func write(to file: URL) throws {}
    }
    public func close() {}
    public var reviewRequestCount: Int { 0 }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: the offer is not signed or redeemed here.")
extension SKTestSession {
    public func signedDiscount(
        offerIdentifier: String,
        productIdentifier: String,
        applicationUsername: String? = nil
    ) throws -> SKPaymentDiscount { throw CancellationError() }
    public var offerCodeToRedeem: OfferCode? {
        get { nil }
        set {}
    }
    public func redeemOfferCode(_ code: OfferCode) throws {}
    public func acceptWinBackOffer(identifier: String, productIdentifier: String) throws {}
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
@available(*, unavailable, message: "On Linux only: Apple's platforms show the sheet.")
extension SKTestSession {
    public enum RefundRequestStatus: Sendable { case userCancelled, success }
    public func beginRefundRequest(
        for id: Transaction.ID,
        isSent: Bool = true
    ) async throws -> RefundRequestStatus { .userCancelled }
    public func decideRefundRequest(for id: Transaction.ID, isApproved: Bool) throws {}
    @discardableResult
    public func presentOfferCodeRedeemSheet(
        entering code: OfferCode
    ) async throws -> VerificationResult<Transaction> { throw CancellationError() }
    public func showManageSubscriptions() async throws {}
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: Xcode signs the receipts of Apple's session.")
extension SKTestSession {
    public var receiptRootCertificate: [UInt8] { get throws { [] } }
    public var receiptBundleIdentifier: String {
        get { "" }
        set {}
    }
    public var receiptAppVersion: String {
        get { "" }
        set {}
    }
    public var sharedSecret: String? {
        get { nil }
        set {}
    }
    public var verifyReceiptStatus: Int? {
        get { nil }
        set {}
    }
}
#endif
