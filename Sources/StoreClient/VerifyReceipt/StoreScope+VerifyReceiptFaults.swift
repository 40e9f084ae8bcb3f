package import Foundation
package import FoundationNetworking
package import LocalAppStore

extension StoreScope {
    package typealias LoadingCompletion = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

    /// The completion of a request to verifyReceipt, whose answer the store's plan may change.
    package func meetingFaults(
        of request: URLRequest,
        _ completion: @escaping LoadingCompletion
    ) -> LoadingCompletion {
        let answer = RequestFault(
            to: .verifyReceipt,
            of: request.url?.host ?? "",
            from: connection.openedStore,
            in: self,
            failingWith: \.loadingError
        )
        let activity = device.activity
        activity.beginRequest()
        return { data, response, error in
            answer.arrive { failure in
                defer { activity.endRequest() }
                if let failure {
                    return completion(nil, nil, (failure as? PlannedError)?.error ?? failure)
                }
                completion(
                    data.map { answer.failure?.responseBody(insteadOf: $0) ?? $0 },
                    response.map { answer.failure?.response(insteadOf: $0) ?? $0 },
                    error
                )
            }
        }
    }
}

extension FaultPlan.Failure {
    /// The error of loading an address; `nil` if there is an answer.
    package var loadingError: NSError? {
        switch self {
        case .networkDown, .timeout: urlError
        default: nil
        }
    }

    fileprivate func response(insteadOf response: URLResponse) -> URLResponse {
        guard case .httpStatus(let status) = self, let url = response.url else { return response }
        return HTTPURLResponse(
            url: url,
            statusCode: status,
            httpVersion: "HTTP/1.1",
            headerFields: ["Content-Type": "text/html"]
        ) ?? response
    }
}
