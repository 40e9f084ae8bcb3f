/// Where the news of a payment goes.
struct PaymentAnswer: Sendable {
    /// Called once, when the payment has ended.
    let completion: Callback<PurchaseResult>
    /// Called at most once, when the payment begins to wait for approval.
    let onDeferred: Callback<PurchaseDetails>?
    /// Whether nobody waits any longer once the payment is deferred.
    var endsWhenDeferred = false

    init(_ completion: Callback<PurchaseResult>, _ onDeferred: Callback<PurchaseDetails>? = nil) {
        self.completion = completion
        self.onDeferred = onDeferred
    }

    init(
        _ completion: @escaping (PurchaseResult) -> Void,
        _ onDeferred: ((PurchaseDetails) -> Void)? = nil
    ) {
        self.init(Callback(completion), onDeferred.map { Callback($0) })
    }
}
