/// The keys that objects of catalog files are known to have, those that are not read included.
struct CatalogShape: Sendable {
    let keys: [String]
    let objects: [(key: String, shape: CatalogShape)]

    private init(_ keys: [String], _ objects: [(key: String, shape: CatalogShape)] = []) {
        self.keys = keys + objects.map(\.key)
        self.objects = objects
    }

    static let root = CatalogShape(
        ["identifier", "appPolicies", "subscriptionOffersKeyPair"],
        [
            ("version", CatalogShape(["major", "minor"])), ("products", product),
            ("nonRenewingSubscriptions", product), ("subscriptionGroups", group),
            ("settings", settings),
        ]
    )

    private static let localization = CatalogShape(["locale", "displayName", "description"])

    private static let productKeys = [
        "productID", "type", "displayPrice", "familyShareable", "internalID", "referenceName",
    ]

    private static let product = CatalogShape(productKeys, [("localizations", localization)])

    private static let offer = CatalogShape([
        "offerID", "internalID", "referenceName", "paymentMode", "subscriptionPeriod",
        "numberOfPeriods", "displayPrice", "eligibility", "isStackable", "billingPlanType",
    ])

    private static let subscription = CatalogShape(
        productKeys + [
            "groupNumber", "recurringSubscriptionPeriod", "subscriptionGroupID", "billingPlans",
        ],
        [
            ("localizations", localization), ("introductoryOffer", offer),
            ("introductoryOffers", offer), ("adHocOffers", offer), ("codeOffers", offer),
            ("winbackOffers", offer),
        ]
    )

    private static let group = CatalogShape(
        ["id", "name"],
        [("localizations", localization), ("subscriptions", subscription)]
    )

    private static let settings = CatalogShape(
        [
            "_timeRate", "_compatibilityTimeRate", "_locale", "_storefront",
            "_failTransactionsEnabled", "_storeKitError", "_askToBuyEnabled",
            "_billingIssuesEnabled", "_renewalBillingIssuesEnabled", "_billingGracePeriodEnabled",
            "_disableDialogs", "_applicationInternalID", "_developerTeamID",
            "_lastSynchronizedDate",
        ],
        [("_storeKitErrors", CatalogShape(["name", "enabled", "current"]))]
    )
}
