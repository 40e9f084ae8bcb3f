import Foundation
import FoundationNetworking
import LocalAppStore

/// How the fault plan of a store wants one request to be answered.
struct RequestFault: Sendable {
    let failure: FaultPlan.Failure?
    /// The error in place of an answer; `nil` if there is an answer.
    private let error: NSError?
    private let store: Store?
    private let scope: StoreScope
    private let launch: Int

    /// Counts the request; without an open store, nothing goes wrong.
    ///
    /// `error` makes the error of a failure, and `nil` for one that the caller makes an answer of.
    init(
        to point: FaultPlan.Point,
        of subject: @autoclosure () -> String,
        from store: Store?,
        in scope: StoreScope,
        failingWith error: (FaultPlan.Failure) -> NSError?
    ) {
        failure = store?.faults.failure(at: point, of: subject())
        self.error = failure.flatMap(error)
        self.store = store
        self.scope = scope
        launch = scope.device.launchNumber
    }

    /// Calls `body` when the answer arrives, with the error that comes in its place.
    func arrive(_ body: @escaping @Sendable ((any Error)?) -> Void) {
        switch failure {
        case .slow(let seconds), .timeout(let seconds):
            wait(seconds) { body(killed ?? plannedError) }
        case .crash:
            store?.faults.crash()
            body(StoreScopeError.killed)
        default: body(killed ?? plannedError)
        }
    }

    /// The error of an app that was killed since the request began.
    var killed: (any Error)? {
        scope.device.launchNumber == launch ? nil : StoreScopeError.killed
    }

    private var plannedError: (any Error)? { error.map(PlannedError.init) }

    private func wait(_ seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) {
        guard let store, killed == nil else { return body() }
        // What waits for the clock is not on its way.
        let activity = scope.device.activity
        store.faults.after(seconds) {
            activity.beginRequest()
            body()
        }
        activity.endRequest()
        // When the test has ended meanwhile, nobody is left to advance the clock.
        if scope.connection.hasEnded { store.faults.releaseWaiting() }
    }
}

/// An error that a fault plan has for a request, which reaches the app as it is.
struct PlannedError: Error {
    let error: NSError
}

extension FaultPlan.Failure {
    /// The code of Foundation's error for the cause; `nil` if there is none.
    var urlErrorCode: URLError.Code? {
        switch self {
        case .networkDown: .notConnectedToInternet
        case .timeout: .timedOut
        case .httpStatus: .badServerResponse
        case .malformedAnswer: .cannotParseResponse
        default: nil
        }
    }

    private var cause: NSError? {
        urlErrorCode.map { code in
            NSError(
                domain: NSURLErrorDomain,
                code: code.rawValue,
                userInfo: [NSLocalizedDescriptionKey: code.words]
            )
        }
    }

    /// The error of a request for products; `nil` if it ends otherwise.
    var productRequestError: NSError? {
        if case .storeError(let code) = self { return Self.error(code.rawValue) }
        return cause
    }

    /// The error of a request for a receipt; one that cannot be read becomes the file.
    var receiptRefreshError: NSError? {
        self == .malformedAnswer ? nil : productRequestError
    }

    /// The error of loading an address; `nil` if there is an answer.
    var loadingError: NSError? {
        switch self {
        case .networkDown, .timeout: cause
        default: nil
        }
    }

    /// An error of StoreKit for a payment.
    fileprivate var paymentError: NSError {
        switch self {
        case .storeError(let code): Self.error(code.rawValue)
        case .networkDown:
            Self.error(SKError.Code.cloudServiceNetworkConnectionFailed.rawValue, because: cause)
        default: Self.error(SKError.Code.unknown.rawValue, because: cause)
        }
    }

    private static func error(_ code: Int, because cause: NSError? = nil) -> NSError {
        var userInfo: [String: Any] = [
            NSDebugDescriptionErrorKey: "The fault plan caused this error."
        ]
        userInfo[NSUnderlyingErrorKey] = cause
        return SKError(number: code, userInfo: userInfo)._nsError
    }
}

extension SKError {
    /// The error of a payment that fails by plan before the store.
    static func ofPayment(_ failure: FaultPlan.Failure) -> SKError {
        SKError(_nsError: failure.paymentError)
    }
}
