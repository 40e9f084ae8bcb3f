import LocalAppStore

// The errors of Apple's App Store Server API, with their codes and messages.
extension RequestRefusal {
    /// A request without a valid token; Apple's response has no code, and only the log has the
    /// reason.
    static func unauthenticated(because reason: String) -> RequestRefusal {
        var refusal = RequestRefusal(.unauthorized, code: nil, "Unauthenticated")
        refusal.reason = reason
        return refusal
    }

    static let invalidRevision = bad(4_000_005, "Invalid request revision.")
    static let invalidTransaction = bad(4_000_006, "Invalid transaction id.")
    static let invalidOriginalTransaction = bad(4_000_008, "Invalid original transaction id.")
    static let startTooEarly = bad(
        4_000_012,
        "Invalid request. The start date is earlier than the earliest allowed date."
    )
    static let startNotBeforeEnd = bad(
        4_000_013,
        "Invalid request. The end date precedes the start date or they are the same."
    )
    static let invalidPaginationToken = bad(4_000_014, "Invalid request. Invalid pagination token.")
    static let invalidStartDate = bad(4_000_015, "Invalid request. The start date is invalid.")
    static let invalidEndDate = bad(4_000_016, "Invalid request. The end date is invalid.")
    static let invalidNotificationType = bad(
        4_000_018,
        "Invalid request. The notification type or subtype is invalid."
    )
    static let tooManyFilters = bad(
        4_000_019,
        "Invalid request. Supply either a transaction id or a notification type, but not both."
    )
    static let invalidTestToken = bad(
        4_000_020,
        "Invalid request. Invalid test notification token."
    )
    static let invalidSort = bad(4_000_021, "Invalid request. Invalid sort.")
    static let invalidProductType = bad(4_000_022, "Invalid request. Invalid product type.")
    static let invalidProduct = bad(4_000_023, "Invalid request. Invalid product id.")
    static let invalidGroup = bad(
        4_000_024,
        "Invalid request. Invalid subscription group identifier."
    )
    static let invalidExcludeRevoked = bad(4_000_025, "Invalid request. Invalid exclude revoked.")
    static let invalidOwnership = bad(4_000_026, "Invalid request. Invalid in-app ownership type.")
    static let invalidRevoked = bad(4_000_030, "Invalid request. Invalid revoked.")
    static let invalidStatus = bad(4_000_031, "Invalid request. Invalid status.")
    static let appTransactionNotSupported = bad(
        4_000_048,
        "Invalid request. The app transaction id is not supported here."
    )
    static let invalidAccountToken = bad(
        4_000_183,
        "Invalid request. The app account token is not a UUID."
    )
    static let malformedBody = bad(4_000_000, "Bad request.")
    static let unrequestedConsumption = bad(
        4_000_000,
        "Invalid request. The App Store has not asked for this consumption information."
    )

    static let unknownOriginalTransaction = missing(
        4_040_005,
        "Original transaction id not found."
    )
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

    /// The refusal of a request by the store.
    init(_ refusal: ServerRequestRefusal) {
        self.init(
            Response.Status(rawValue: refusal.rawValue / 10_000),
            code: refusal.rawValue,
            "Invalid request: \(refusal)."
        )
    }

    private static func bad(_ code: Int, _ message: String) -> RequestRefusal {
        RequestRefusal(.badRequest, code: code, message)
    }

    private static func missing(_ code: Int, _ message: String) -> RequestRefusal {
        RequestRefusal(.notFound, code: code, message)
    }
}
