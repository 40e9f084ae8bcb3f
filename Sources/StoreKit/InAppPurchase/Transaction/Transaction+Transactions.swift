import LocalAppStore

extension Transaction {
    /// The transactions as the App Store makes and changes them outside of this call, without an
    /// end.
    ///
    /// A new iteration first gets the unfinished transactions. Then follow renewals, approved and
    /// resolved purchases, refunds, and purchases by other processes and outside the app. A
    /// purchase of this launch of the app is returned by ``Product/purchase(options:)`` and does
    /// not occur here. A slow reader gets the newest state of a transaction alone. The iteration
    /// ends when its task is cancelled.
    ///
    /// Begin the iteration at launch: changes after ``Transactions/makeAsyncIterator()`` are not
    /// missed.
    public static var updates: Transactions { Transactions(source: .updates, scope: .current) }

    /// The transactions that the app has not finished.
    public static var unfinished: Transactions { list(.unfinished) }

    /// The customer's transactions, the newest first.
    ///
    /// A finished consumable is not among them unless it was refunded, or the app's Info.plist has
    /// `SKIncludeConsumableInAppPurchaseHistory`.
    public static var all: Transactions { list(.historyOfApp) }

    /// The transactions of a product, the newest first.
    public static func all(for productID: String) -> Transactions {
        list(.historyOfApp, of: productID)
    }

    /// The transactions that entitle the customer to a product.
    ///
    /// Those are the newest of each non-consumable and non-renewing subscription, and the current
    /// period of each auto-renewable one that is active or in its grace period. In a cancelled task
    /// the list is empty.
    public static var currentEntitlements: Transactions { list(.entitlements) }

    /// The transactions that entitle the customer to one product: a purchase of their own, and one
    /// that a family shares.
    public static func currentEntitlements(for productID: String) -> Transactions {
        list(.entitlements, of: productID)
    }

    /// The transaction that entitles the customer to a product; `nil` if none does.
    public static func currentEntitlement(
        for productID: String
    ) async -> VerificationResult<Transaction>? {
        await currentEntitlements(for: productID).first { _ in true }
    }

    /// The customer's newest transaction of a product, also a refunded one; `nil` without one.
    public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
        await all(for: productID).first { _ in true }
    }

    /// Tells the App Store that the app has delivered the purchase.
    ///
    /// Neither API delivers the transaction as unfinished again. Finishing it twice, or finishing
    /// one of another store, has no effect. If the ledger cannot be written, the transaction is
    /// delivered again at the next launch.
    public func finish() async {
        await StoreScope.current.finish(self)
    }

    /// The status of the subscription of the transaction; `nil` for another type.
    public var subscriptionStatus: Product.SubscriptionInfo.Status? {
        get async {
            guard let subscriptionGroupID else { return nil }
            let statuses = await StoreScope.current.diagnostics.reporting {
                try await Product.SubscriptionInfo.status(for: subscriptionGroupID)
            }
            return statuses?.first { $0.transaction.unsafePayloadValue.originalID == originalID }
        }
    }

    private static func list(
        _ selection: TransactionSelection,
        of productID: String? = nil
    ) -> Transactions {
        Transactions(source: .list(selection, productID), scope: .current)
    }

    /// A sequence of transactions.
    public struct Transactions: AsyncSequence, Sendable {
        /// A transaction, verified or not.
        public typealias Element = VerificationResult<Transaction>

        enum Source: Sendable {
            case updates
            case list(TransactionSelection, String?)
        }

        let source: Source
        let scope: StoreScope

        /// Begins an iteration.
        public func makeAsyncIterator() -> AsyncIterator {
            switch source {
            case .updates:
                AsyncIterator(position: .updates(scope.updates.transactions()), scope: scope)
            case .list(let selection, let productID):
                AsyncIterator(position: .unread(selection, productID), scope: scope)
            }
        }

        /// An iteration over transactions.
        public struct AsyncIterator: AsyncIteratorProtocol {
            enum Position {
                case updates(UpdateSubscription<StoreUpdates.Key, StoreUpdates.Transaction>)
                case unread(TransactionSelection, String?)
                case read(ArraySlice<Element>)
            }

            var position: Position
            let scope: StoreScope

            /// Returns the next transaction; `nil` at the end, and in a cancelled task.
            public mutating func next() async -> Element? {
                guard !Task.isCancelled else { return nil }
                switch position {
                case .updates(let subscription):
                    return await scope.nextTransaction(of: subscription)
                case .unread(let selection, let productID):
                    position = .read(await scope.transactions(selection, of: productID)[...])
                    return await next()
                case .read(var rest):
                    let element = rest.popFirst()
                    position = .read(rest)
                    return element
                }
            }
        }
    }
}
