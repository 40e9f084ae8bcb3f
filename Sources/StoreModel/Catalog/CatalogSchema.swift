import StrictJSON

/// The known keys of the objects in catalog files, including keys that are not decoded.
struct CatalogSchema: Sendable {
    let keys: [String]
    /// The keys that Xcode acts on, and the store does not.
    let unsupported: [String]
    let objects: [(key: String, schema: CatalogSchema)]

    private init(
        _ keys: [String],
        unsupported: [String] = [],
        _ objects: [(key: String, schema: CatalogSchema)] = []
    ) {
        self.keys = keys + unsupported + objects.map(\.key)
        self.unsupported = unsupported
        self.objects = objects
    }

    static let root = CatalogSchema(
        ["identifier"],
        unsupported: seatKeys,
        [
            ("version", CatalogSchema(["major", "minor"])), ("products", product),
            ("nonRenewingSubscriptions", product), ("subscriptionGroups", group),
            ("settings", settings), ("appPolicies", policies),
            ("subscriptionOffersKeyPair", CatalogSchema(["id", "privateKey"])),
        ]
    )

    private static let policies = CatalogSchema(
        [],
        unsupported: ["eula"],
        [("policies", CatalogSchema(["locale"], unsupported: ["policyText", "policyURL"]))]
    )

    private static let localization = CatalogSchema(["locale", "displayName", "description"])

    private static let productKeys = [
        "productID", "type", "displayPrice", "familyShareable", "internalID", "referenceName",
    ]

    private static let product = CatalogSchema(
        productKeys,
        unsupported: offerKeys + seatKeys + ["billingPlans", "_seats"],
        [("localizations", localization), (OneTimeOffer.key, oneTimeOffer)]
    )

    private static let oneTimeOffer = CatalogSchema([
        "referenceName", "paymentMode", "displayPrice", "eligibility",
    ])

    private static let offerKeys = [
        "introductoryOffer", "introductoryOffers", "adHocOffers", "codeOffers", "winbackOffers",
    ]

    private static let offer = CatalogSchema([
        "offerID", "internalID", "referenceName", "paymentMode", "subscriptionPeriod",
        "numberOfPeriods", "displayPrice", "eligibility", "isStackable", "billingPlanType",
    ])

    private static let billingPlan = CatalogSchema([
        "billingPlanType", "commitmentDisplayPrice", "displayPrice", "internalID", "isEnabled",
    ])

    /// Keys of seats that Xcode may write one day; those that the store reads are ours.
    private static let seatKeys = [
        "seats", "priceTiers", "seatPriceTiers", "groupPurchaseInvitationMode",
    ]

    private static let seats = CatalogSchema(
        [],
        [("priceTiers", CatalogSchema(["minimumSeats", "displayPrice"]))]
    )

    private static let subscription = CatalogSchema(
        productKeys + ["groupNumber", "recurringSubscriptionPeriod", "subscriptionGroupID"],
        unsupported: seatKeys,
        [("localizations", localization), ("billingPlans", billingPlan), ("_seats", seats)]
            + offerKeys.map { ($0, offer) }
    )

    private static let group = CatalogSchema(
        ["id", "name"],
        unsupported: seatKeys,
        [("localizations", localization), ("subscriptions", subscription)]
    )

    private static let settings = CatalogSchema(
        [
            "_timeRate", "_compatibilityTimeRate", "_locale", "_storefront",
            "_failTransactionsEnabled", "_storeKitError", "_askToBuyEnabled",
            "_billingIssuesEnabled", "_renewalBillingIssuesEnabled", "_billingGracePeriodEnabled",
            "_disableDialogs", "_applicationInternalID", "_developerTeamID",
            "_lastSynchronizedDate", "_groupPurchaseInvitationMode",
        ],
        unsupported: seatKeys,
        [("_storeKitErrors", CatalogSchema(["name", "enabled", "current"]))]
    )

    /// An unknown key that is one byte from a known one, or has two adjacent bytes swapped.
    struct MisspelledKey {
        let node: JSONNode
        /// The member with the known key, which may be missing.
        let meant: JSONNode
        let name: String
    }

    /// Returns the misspelled keys in an object and its nested objects.
    func misspelledKeys(in node: JSONNode) -> [MisspelledKey] {
        let own = node.memberNames.filter { !keys.contains($0) }.compactMap { key in
            keys.first { [UInt8]($0.utf8).editDistance(to: [UInt8](key.utf8)) == 1 }.map {
                MisspelledKey(node: node[key], meant: node[$0], name: $0)
            }
        }
        return own + children(of: node) { $0.misspelledKeys(in: $1) }
    }

    /// Returns the unsupported members of an object and its nested objects, except empty ones.
    func unsupportedMembers(of node: JSONNode) -> [JSONNode] {
        let names = unsupported + node.memberNames.filter { $0.hasPrefix("multiSeat") }
        let own = names.map { node[$0] }.filter { !$0.isWithoutContent }
        return own + children(of: node) { $0.unsupportedMembers(of: $1) }
    }

    private func children<Value>(
        of node: JSONNode,
        _ find: (CatalogSchema, JSONNode) -> [Value]
    ) -> [Value] {
        objects.flatMap { key, schema in node[key].listed.flatMap { find(schema, $0) } }
    }
}

extension JSONNode {
    /// The elements of a list, or the node itself if it is an object.
    var listed: [JSONNode] {
        if case .object = value { return [self] }
        return (try? elements()) ?? []
    }

    /// Whether the value has nothing to act on.
    fileprivate var isWithoutContent: Bool {
        let contentless: [JSONValue?] = [
            nil, .null, .bool(false), .string(""), .array([]), .object([:]),
        ]
        return contentless.contains(value)
    }
}
