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
        let code = ReceiptStatusCode(info)
        let status = code?.status ?? .none
        self.init(
            status == .valid
                ? .success(receipt: info)
                : .error(error: .receiptInvalid(receipt: info, status: status)),
            status,
            isRetryable: Self.isRetryable(info, code)
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

    /// Apple spells the key in two ways, and sends it with some statuses only.
    private static func isRetryable(_ info: ReceiptInfo, _ code: ReceiptStatusCode?) -> Bool {
        guard code?.status != .valid else { return false }
        let said = info["is-retryable"] ?? info["is_retryable"]
        return said.flatMap(ReceiptScalar.flag) ?? (code?.isTemporary == true)
    }
}
