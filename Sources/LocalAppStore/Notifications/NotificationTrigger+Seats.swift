import StoreModel

// Seats of a subscription; where none is sold with seats, the notification is only reported.
extension NotificationTrigger {
    func addSeat() throws {
        guard let period = try period(withSeats: 1), let count = period.seatCount else {
            return try report()
        }
        try buySeats(count + 1, of: period.subscription.productID)
    }

    func chooseFewerSeats() throws {
        guard let period = try period(withSeats: 2), let count = period.seatCount else {
            return try report()
        }
        try store.subscriptions.setRenewalSeatCount(count, of: period.entry.id)
        try store.subscriptions.setRenewalSeatCount(count - 1, of: period.entry.id)
    }

    /// Refunds a seat of a transaction that keeps others.
    func refundSeat() throws {
        guard let period = try period(withSeats: 2), let count = period.seatCount else {
            return try report()
        }
        let entry =
            period.entry.seatCount > 1
            ? period.entry : try buySeats(count + 2, of: period.subscription.productID)
        try store.refunds.refundSeats(1, of: entry.id)
    }

    /// The customer's active subscription with at least `count` seats; buys them if necessary;
    /// `nil` if no product is sold with seats.
    private func period(withSeats count: Int) throws -> SubscriptionPeriodStatus? {
        guard let product = products.first(where: \.sellsSeats) else { return nil }
        func present() throws -> SubscriptionPeriodStatus? {
            try store.subscriptions.statuses().last {
                $0.subscription.productID == product.id && $0.subscription.status == .subscribed
                    && !$0.entry.isShared
            }
        }
        if let period = try present(), period.seatCount.map({ $0 >= count }) == true {
            return period
        }
        try buySeats(max(2, count), of: product.id)
        return try present()
    }

    @discardableResult
    private func buySeats(_ count: Int, of productID: String) throws -> LedgerEntry {
        var request = PaymentRequest(productID: productID)
        request.seatCount = count
        let entry = try buy(request)
        guard entry.state == .purchased else {
            throw unreachable("transaction \(entry.id) begins with a renewal")
        }
        return entry
    }
}
