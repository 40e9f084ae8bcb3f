import Foundation

/// An answer of verifyReceipt and what it asks for.
struct VerifyReceiptAnswer {
    let result: VerifyReceiptResult
    let status: ReceiptStatus
    /// Whether the same question may be answered if it is asked again.
    let isRetryable: Bool

    init(_ json: Data) {
        guard let info = try? ReceiptJSON.read(json) else {
            let text = String(bytes: json, encoding: .utf8)
            self.init(.error(error: .jsonDecodeError(string: text)))
            return
        }
        let status = Self.status(info)
        self.init(
            status == .valid
                ? .success(receipt: info)
                : .error(error: .receiptInvalid(receipt: info, status: status)),
            status,
            isRetryable: Self.isRetryable(info, status)
        )
    }

    init(_ error: ReceiptError) {
        self.init(.error(error: error))
    }

    private init(
        _ result: VerifyReceiptResult,
        _ status: ReceiptStatus = .none,
        isRetryable: Bool = false
    ) {
        self.result = result
        self.status = status
        self.isRetryable = isRetryable
    }

    /// The status must be an integer: a text or `false` is none, and so is a fraction, for `1e-400` reads as 0.
    private static func status(_ info: ReceiptInfo) -> ReceiptStatus {
        guard let number = info["status"] as? NSNumber, !ReceiptScalar.isBoolean(number),
            !ReceiptScalar.isFloatingPoint(number), let code = ReceiptScalar.integer(number)
        else { return .none }
        return ReceiptStatus(code: code)
    }

    /// Apple spells the key in two ways, and sends it with some statuses only.
    private static func isRetryable(_ info: ReceiptInfo, _ status: ReceiptStatus) -> Bool {
        guard status != .valid else { return false }
        let said = info["is-retryable"] ?? info["is_retryable"]
        return said.flatMap(ReceiptScalar.flag) ?? status.isTemporary
    }
}
