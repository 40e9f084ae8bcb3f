import Foundation
import LocalAppStore

// The errors of Apple's App Store Server API, with their codes and messages.
extension RequestRefusal {
    /// A request without a valid token; Apple's response has no code, and only the log contains the
    /// reason.
    static func unauthenticated(because reason: String) -> RequestRefusal {
        var refusal = RequestRefusal(.unauthorized, code: nil, "Unauthenticated")
        refusal.reason = reason
        return refusal
    }

    static let malformedBody = bad(4_000_000, "Bad request.")
    static let unrequestedConsumption = invalid(
        4_000_000,
        "The App Store has not asked for this consumption information."
    )
    static let invalidRevision = bad(4_000_005, "Invalid request revision.")
    static let invalidTransaction = bad(4_000_006, "Invalid transaction id.")
    static let invalidOriginalTransaction = bad(4_000_008, "Invalid original transaction id.")
    static let startTooEarly = invalid(
        4_000_012,
        "The start date is earlier than the earliest allowed date."
    )
    static let startNotBeforeEnd = invalid(
        4_000_013,
        "The end date precedes the start date or they are the same."
    )
    static let invalidPaginationToken = invalid(4_000_014, "Invalid pagination token.")
    static let invalidStartDate = invalid(4_000_015, "The start date is invalid.")
    static let invalidEndDate = invalid(4_000_016, "The end date is invalid.")
    static let invalidNotificationType = invalid(
        4_000_018,
        "The notification type or subtype is invalid."
    )
    static let tooManyFilters = invalid(
        4_000_019,
        "Supply either a transaction id or a notification type, but not both."
    )
    static let invalidTestToken = invalid(4_000_020, "Invalid test notification token.")
    static let invalidSort = invalid(4_000_021, "Invalid sort.")
    static let invalidProductType = invalid(4_000_022, "Invalid product type.")
    static let invalidProduct = invalid(4_000_023, "Invalid product id.")
    static let invalidGroup = invalid(4_000_024, "Invalid subscription group identifier.")
    static let invalidExcludeRevoked = invalid(4_000_025, "Invalid exclude revoked.")
    static let invalidOwnership = invalid(4_000_026, "Invalid in-app ownership type.")
    static let invalidRevoked = invalid(4_000_030, "Invalid revoked.")
    static let invalidStatus = invalid(4_000_031, "Invalid status.")
    static let appTransactionNotSupported = invalid(
        4_000_048,
        "The app transaction id is not supported here."
    )
    static let invalidAccountToken = invalid(4_000_183, "The app account token is not a UUID.")

    static let unknownOriginalTransaction = missing(4_040_005, "Original transaction id not found.")
    static let noNotificationURL = missing(
        4_040_007,
        "No App Store server notification URL found for provided app."
    )
    static let unknownTestNotification = missing(
        4_040_008,
        "Either the test notification token is expired or the notification is not there."
    )
    static let unknownStatusRequest = missing(
        4_040_009,
        "No status found for provided request identifier."
    )
    static let unknownTransaction = missing(4_040_010, "Transaction id not found.")

    private static func bad(_ code: Int, _ message: String) -> RequestRefusal {
        RequestRefusal(.badRequest, code: code, message)
    }

    private static func invalid(_ code: Int, _ message: String) -> RequestRefusal {
        bad(code, "Invalid request. \(message)")
    }

    private static func missing(_ code: Int, _ message: String) -> RequestRefusal {
        RequestRefusal(.notFound, code: code, message)
    }
}

extension RequestRefusal {
    /// Makes the refusal of a request that failed.
    init(_ error: any Error) {
        switch error {
        case let error as RequestRefusal: self = error
        case let error as ServerRequestRefusal: self.init(error)
        case StoreError.refusedRequest(let error): self.init(error)
        case StoreError.unknownEntry: self = .unknownTransaction
        // Apple's code of an error after which another attempt may succeed.
        case let error as StoreError where error.mayPass:
            self.init(.internalServerError, code: 5_000_001, error.debugDescription)
        case let error as StoreError: self.init(.internalServerError, error.debugDescription)
        default: self.init(.internalServerError, error.localizedDescription)
        }
    }

    /// Makes Apple's error of a refusal by the store.
    init(_ refusal: ServerRequestRefusal) {
        self.init(
            Response.Status(rawValue: refusal.rawValue / 10_000) ?? .badRequest,
            code: refusal.rawValue,
            "Invalid request: \(refusal)."
        )
    }
}
