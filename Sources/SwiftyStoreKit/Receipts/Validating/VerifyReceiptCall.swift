import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One call of a validator, which may send several requests.
struct VerifyReceiptCall: Sendable {
    let validator: AppleReceiptValidator
    let body: Data
    let completion: Callback<VerifyReceiptResult>

    func send(to route: VerifyReceiptRoute) {
        guard let url = validator.address(route.service) else {
            return completion(.error(error: .networkError(error: URLError(.badURL))))
        }
        validator.session.verifyReceiptTask(with: request(url)) { data, response, error in
            let response = decode(data, response, error)
            guard let next = route.next(after: response) else { return completion(response.result) }
            send(to: next)
        }.resume()
    }

    private func request(_ url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = body
        request.cachePolicy = .reloadIgnoringLocalCacheData
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return request
    }

    /// A status of the receipt takes precedence over one of HTTP, which Apple uses for the
    /// transport alone.
    private func decode(
        _ data: Data?,
        _ response: URLResponse?,
        _ error: (any Error)?
    ) -> DecodedVerifyReceiptResponse {
        if let error { return DecodedVerifyReceiptResponse(.networkError(error: error)) }
        let failure = (response as? HTTPURLResponse).flatMap(failure)
        guard let data else { return DecodedVerifyReceiptResponse(failure ?? .noRemoteData) }
        let decoded = DecodedVerifyReceiptResponse(data)
        guard let failure, decoded.status == .none || decoded.status == .valid else {
            return decoded
        }
        return DecodedVerifyReceiptResponse(failure)
    }

    private func failure(_ response: HTTPURLResponse) -> ReceiptError? {
        guard !(200..<300).contains(response.statusCode) else { return nil }
        return .networkError(error: ReceiptServerError.httpStatus(response.statusCode))
    }
}

/// The environment for the next request of a call, and the steps that were taken.
///
/// Every step is taken at most once, so that a call sends four requests at most.
struct VerifyReceiptRoute: Sendable {
    private(set) var service: AppleReceiptValidator.VerifyReceiptURLType
    private var hasSwitched: Set<AppleReceiptValidator.VerifyReceiptURLType> = []
    private var hasRetried = false

    init(_ service: AppleReceiptValidator.VerifyReceiptURLType) {
        self.service = service
    }

    /// The route of the next request; nil if the response is the last.
    func next(after response: DecodedVerifyReceiptResponse) -> VerifyReceiptRoute? {
        var next = self
        switch response.status {
        case .testReceipt: next.service = .sandbox
        case .productionEnvironment: next.service = .production
        default:
            next.hasRetried = true
            return response.isRetryable && !hasRetried ? next : nil
        }
        let isNew = next.service != service && next.hasSwitched.insert(next.service).inserted
        return isNew ? next : nil
    }
}

/// A response of verifyReceipt, decoded.
struct DecodedVerifyReceiptResponse {
    /// The fields of a response with the status 0.
    let fields: Result<[String: Any], ReceiptError>
    let status: ReceiptStatus
    /// Whether the same request may succeed later.
    let isRetryable: Bool

    init(_ json: Data) {
        guard let fields = try? ReceiptJSON.decode(json) else {
            self = .init(.jsonDecodeError(string: String(bytes: json, encoding: .utf8)))
            return
        }
        let code = ReceiptStatusCode(status: fields["status"])
        status = code?.status ?? .none
        // Apple spells the key in two ways, and sends it with some statuses only.
        let flag = (fields["is-retryable"] ?? fields["is_retryable"]).flatMap(ReceiptScalar.flag)
        isRetryable = status != .valid && flag ?? (code?.isTemporary == true)
        self.fields =
            status == .valid
            ? .success(fields)
            : .failure(.receiptInvalid(receipt: ReceiptJSON.info(fields), status: status))
    }

    init(_ error: ReceiptError) {
        fields = .failure(error)
        status = .none
        isRetryable = false
    }

    var result: VerifyReceiptResult {
        switch fields {
        case .success(let fields): .success(receipt: ReceiptJSON.info(fields))
        case .failure(let error): .error(error: error)
        }
    }
}
