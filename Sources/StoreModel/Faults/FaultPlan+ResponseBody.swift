package import Foundation

extension FaultPlan {
    /// The body that a failing server sends in place of the expected one.
    package static let malformedAnswer = "<html><body>Service Unavailable</body></html>"
}

extension FaultPlan.Failure {
    /// The body of a response of a server, in place of the right one.
    package func responseBody(insteadOf body: Data) -> Data {
        switch self {
        case .malformedAnswer, .httpStatus: Data(FaultPlan.malformedAnswer.utf8)
        case .noAnswer: Data()
        case .emptyAnswer: Self.withoutPurchases(body)
        default: body
        }
    }

    /// The members of a response, or of its receipt, that name purchases.
    private static let purchases = [
        "in_app", "latest_receipt_info", "pending_renewal_info", "latest_receipt",
    ]

    private static func withoutPurchases(_ body: Data) -> Data {
        guard var response = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else {
            return body
        }
        purchases.forEach { response[$0] = nil }
        if var receipt = response["receipt"] as? [String: Any] {
            receipt["in_app"] = [Any]()
            response["receipt"] = receipt
        }
        return (try? JSONSerialization.data(withJSONObject: response)) ?? body
    }
}
