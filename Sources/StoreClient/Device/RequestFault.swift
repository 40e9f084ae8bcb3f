package import Foundation
import FoundationNetworking
package import LocalAppStore

/// The effect of a store's fault plan on one request.
package struct RequestFault: Sendable {
    package let failure: FaultPlan.Failure?
    /// The error in place of a response; `nil` if there is a response.
    private let error: (any Error)?
    private let store: Store?
    private let scope: StoreScope
    private let launch: Int

    /// Counts the request; without an open store, no failure is planned.
    ///
    /// `error` returns the error of a failure; `nil` if the caller makes a response of the failure.
    package init(
        to point: FaultPlan.Point,
        of subject: @autoclosure () -> String,
        from store: Store?,
        in scope: StoreScope,
        failingWith error: (FaultPlan.Failure) -> (any Error)?
    ) {
        failure = store?.faults.failure(at: point, of: subject())
        self.error = failure.flatMap(error)
        self.store = store
        self.scope = scope
        launch = scope.device.launchNumber
    }

    /// Calls `body` when the response arrives, or with the error in its place.
    package func arrive(_ body: @escaping @Sendable ((any Error)?) -> Void) {
        switch failure {
        case .slow(let seconds), .timeout(let seconds):
            wait(seconds) { body(killed ?? plannedError) }
        case .crash:
            store?.faults.crash()
            body(StoreScopeError.killed)
        default: body(killed ?? plannedError)
        }
    }

    /// Waits until the response arrives.
    ///
    /// - Throws: The error in its place.
    package func arrive() async throws {
        let activity = scope.device.activity
        activity.beginRequest()
        defer { activity.endRequest() }
        try await withCheckedThrowingContinuation { continuation in
            arrive { error in
                let error = (error as? PlannedError)?.error ?? error
                continuation.resume(with: error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    /// The error of an app that was killed since the request began.
    package var killed: (any Error)? {
        scope.device.launchNumber == launch ? nil : StoreScopeError.killed
    }

    private var plannedError: (any Error)? { error.map(PlannedError.init) }

    private func wait(_ seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) {
        guard let store, killed == nil else { return body() }
        // A request that waits for the clock is not on its way.
        let activity = scope.device.activity
        scope.device.after(seconds, of: store) {
            activity.beginRequest()
            body()
        }
        activity.endRequest()
    }
}

/// An error that a fault plan sets for a request; it reaches the app unchanged.
package struct PlannedError: Error {
    package let error: any Error
}

extension FaultPlan.Failure {
    /// The code of Foundation's error for the cause; `nil` without one.
    package var urlErrorCode: URLError.Code? {
        switch self {
        case .networkDown: .notConnectedToInternet
        case .timeout: .timedOut
        case .httpStatus: .badServerResponse
        case .malformedAnswer: .cannotParseResponse
        default: nil
        }
    }

    /// Foundation's error for the cause; `nil` without one.
    package var urlError: NSError? {
        urlErrorCode.map { code in
            NSError(
                domain: NSURLErrorDomain,
                code: code.rawValue,
                userInfo: [NSLocalizedDescriptionKey: code.words]
            )
        }
    }
}

extension URLError.Code {
    /// The description for customers.
    package var words: String {
        switch self {
        case .notConnectedToInternet: "The Internet connection appears to be offline."
        case .timedOut: "The request timed out."
        case .networkConnectionLost: "The network connection was lost."
        default: "The App Store could not be reached."
        }
    }
}
