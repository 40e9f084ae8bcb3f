// Apple's session has one customer.
#if !canImport(Darwin)
public import Foundation
import LocalAppStore
import StoreKit
public import StoreKitTest

// The customers of the session's store. Each has purchases, a receipt and an eligibility for offers
// of their own.
extension SKTestSession {
    /// The name of the customer that the session's calls act for: who is signed in, or was last.
    ///
    /// The first customer of a session is called "customer".
    public var customerName: String { reporting { try $0.customer.name } ?? "" }

    /// Whether the customer is signed in.
    public var isSignedIn: Bool { storeInUse.isSignedIn }

    /// Signs a customer in, in place of the current one; a new name makes a new customer.
    ///
    /// The new customer's unfinished transactions replace the former customer's in the payment
    /// queue. A transaction of the former customer can still be finished. The receipt becomes the
    /// new customer's. All other calls of the session concern this customer from now on.
    ///
    /// - Throws: An error if the name contains a NUL character.
    public func signIn(as name: String) throws {
        signIn(try store.customers.acting(addingIfNeeded: name))
    }

    /// Signs the customer out, as in the settings of the device.
    ///
    /// Products can be requested, and the receipt stays. Payments, restores and receipt refreshes
    /// fail with `SKError.paymentCancelled`, because StoreKit asks for an account and no customer
    /// signs in. StoreKit 2 lists no transactions and no statuses. The session's calls still
    /// concern the customer. Subscriptions still renew.
    public func signOut() {
        signOutCustomer()
    }

    /// Runs code as another customer, on a device of their own, at the same time as this session.
    ///
    /// The app's calls in `body` use the store as this customer: the payment queue, the receipt,
    /// and the state of SwiftyStoreKit are separate. Calls that still wait when `body` has returned
    /// fail. Both sessions share products, settings and time.
    ///
    /// - Parameters:
    ///   - name: The name of the customer; a new name makes a new customer.
    ///   - isolation: The caller's actor, on which `body` runs.
    ///   - body: Called once, with the session of the customer.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public func withCustomer<Result>(
        _ name: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (SKTestSession) async throws -> Result
    ) async throws -> Result {
        let store = try store.customers.acting(addingIfNeeded: name).onOtherDevice()
        return try await StoreScope.runTest({ SKTestSession(store) }, body)
    }

    /// The customer's charges, less refunds, by the ISO 4217 codes of the currencies.
    public var balance: [String: Decimal] { reporting { try $0.balance() } ?? [:] }

    /// All customers of the session's store, in the order in which they first signed in.
    public var customers: [Customer] {
        let customers = reporting { try $0.customers.all() } ?? []
        let names = Dictionary(uniqueKeysWithValues: customers.map { ($0.id, $0.name) })
        return customers.map { customer in
            Customer(
                name: customer.name,
                familyOrganizer: customer.familyOrganizerID.flatMap { names[$0] },
                asksToBuy: customer.asksToBuy,
                sharesPurchases: customer.sharesPurchases,
                balance: reporting { try $0.customers.acting(for: customer.id).balance() } ?? [:]
            )
        }
    }
}

// Family Sharing.
extension SKTestSession {
    /// Makes the customer a member of the family that another customer organizes.
    ///
    /// Both get access to the other's purchases of `familyShareable` products: by a transaction of
    /// their own, without a price, with the ownership `FAMILY_SHARED`.
    ///
    /// - Throws: An error if no customer has the name, if the session's customer has a family, or
    ///   if the other is a member of another's.
    public func joinFamily(organizedBy name: String) throws {
        try store.family.join(organizedBy: try customer(named: name))
    }

    /// Ends the customer's membership; purchases that were shared in either direction are revoked.
    ///
    /// If the organizer leaves, the family ends.
    public func leaveFamily() throws {
        try store.family.leave()
    }

    /// Whether the customer shares purchases with the family; `true` by default.
    ///
    /// With `false`, shared purchases are revoked.
    public var sharesPurchasesWithFamily: Bool {
        get { reporting { try $0.customer.sharesPurchases } ?? true }
        set { reporting { try $0.family.setSharesPurchases(newValue) } }
    }

    /// Decides whether the organizer of the family has to approve the customer's purchases; unlike
    /// `askToBuyEnabled`, this is about one customer.
    ///
    /// - Throws: An error if the customer is not a member of a family that another one organizes.
    public func setAsksToBuy(_ asksToBuy: Bool) throws {
        try store.family.setAsksToBuy(asksToBuy)
    }
}
#endif
