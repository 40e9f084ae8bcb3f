import AppReceipt

/// Why verifyReceipt does not answer about a receipt.
struct VerifyReceiptRefusal: Error, Equatable {
    let status: Int64
    var isRetryable: Bool?
    /// A sentence for the developer, which Apple's answers sometimes have too.
    var exception: String?

    init(_ status: VerifyReceiptStatus, _ exception: String? = nil) {
        self.status = status.rawValue
        self.exception = exception
    }

    init(_ planned: ReceiptSettings.PlannedAnswer) {
        status = Int64(planned.status)
        isRetryable = planned.isRetryable
    }

    /// What is no receipt is malformed; what is one, and not the store's, is not authentic.
    init(_ refusal: ReceiptVerdict.Refusal) {
        switch refusal.rule {
        case .structure, .content: self.init(.malformedReceipt, refusal.description)
        default: self.init(.unauthenticReceipt, refusal.description)
        }
    }

    func answer(from service: VerifyReceiptService) -> ResponseObject {
        var object = ResponseObject()
        if status == VerifyReceiptStatus.unauthenticReceipt.rawValue {
            object.add("environment", service.environment)
        }
        object.add("status", status)
        object.add("is-retryable", isRetryable.map { $0 ? 1 : 0 })
        object.add("exception", exception)
        return object
    }
}
