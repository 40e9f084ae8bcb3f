/// Where one call goes next, and where it has been.
///
/// Every step is taken at most once, so that a call ends after four questions at most.
struct VerifyReceiptRoute: Sendable {
    private(set) var service: AppleReceiptValidator.VerifyReceiptURLType
    private var hasSwitched: Set<AppleReceiptValidator.VerifyReceiptURLType> = []
    private var hasRetried = false

    init(_ service: AppleReceiptValidator.VerifyReceiptURLType) {
        self.service = service
    }

    /// The way on after an answer; nil if the answer is the last.
    func next(after answer: VerifyReceiptAnswer) -> VerifyReceiptRoute? {
        switch answer.status {
        case .testReceipt: switched(to: .sandbox)
        case .productionEnvironment: switched(to: .production)
        default: answer.isRetryable ? retried() : nil
        }
    }

    private func switched(to service: AppleReceiptValidator.VerifyReceiptURLType) -> Self? {
        var next = self
        next.service = service
        return service != self.service && next.hasSwitched.insert(service).inserted ? next : nil
    }

    private func retried() -> Self? {
        var next = self
        next.hasRetried = true
        return hasRetried ? nil : next
    }
}
