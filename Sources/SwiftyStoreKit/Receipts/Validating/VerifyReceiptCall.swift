import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One call of a validator, which may ask more than once.
struct VerifyReceiptCall: Sendable {
    private let validator: AppleReceiptValidator
    private let body: Data
    private let completion: @Sendable (VerifyReceiptResult) -> Void

    init(
        _ validator: AppleReceiptValidator,
        _ body: Data,
        _ completion: @escaping @Sendable (VerifyReceiptResult) -> Void
    ) {
        self.validator = validator
        self.body = body
        self.completion = completion
    }

    func ask(_ route: VerifyReceiptRoute) {
        guard let url = validator.address(route.service) else {
            return completion(.error(error: .networkError(error: URLError(.badURL))))
        }
        validator.session.forVerifyReceipt.dataTask(with: request(url)) { data, response, error in
            proceed(route, answer(data, response, error))
        }.resume()
    }

    private func proceed(_ route: VerifyReceiptRoute, _ answer: VerifyReceiptAnswer) {
        guard let next = route.next(after: answer) else { return completion(answer.result) }
        ask(next)
    }

    private func request(_ url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = body
        request.cachePolicy = .reloadIgnoringLocalCacheData
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return request
    }

    /// A status of the receipt counts more than one of HTTP, which Apple uses for the transport
    /// alone.
    private func answer(
        _ data: Data?,
        _ response: URLResponse?,
        _ error: (any Error)?
    ) -> VerifyReceiptAnswer {
        if let error { return VerifyReceiptAnswer(.networkError(error: error)) }
        let failure = (response as? HTTPURLResponse).flatMap(failure)
        guard let data else { return VerifyReceiptAnswer(failure ?? .noRemoteData) }
        let answer = VerifyReceiptAnswer(data)
        guard let failure, answer.status == .none || answer.status == .valid else { return answer }
        return VerifyReceiptAnswer(failure)
    }

    private func failure(_ response: HTTPURLResponse) -> ReceiptError? {
        guard !(200..<300).contains(response.statusCode) else { return nil }
        return .networkError(error: ReceiptServerError.httpStatus(response.statusCode))
    }
}
