import StrictJSON

/// Finds probable mistakes in a catalog file that can be decoded.
struct CatalogLinter {
    private(set) var warnings: [CatalogWarning] = []
    private let fileName: String

    /// The maximum number of warnings.
    private static let limit = 100

    private static let knownVersions = [(1, 0), (1, 1), (1, 2), (2, 0), (3, 0), (4, 0), (5, 0)]

    package init(root: JSONNode, fileName: String, catalog: Catalog) {
        self.fileName = fileName
        if catalog.products.isEmpty { warn(root, "it describes no product") }
        checkVersion(catalog.formatVersion, at: root["version"])
        checkKeys(of: root, schema: .root)
        checkOfferKey(of: root, catalog: catalog)
        for group in root["subscriptionGroups"].listed {
            for subscription in group["subscriptions"].listed {
                checkOffers(of: subscription)
            }
        }
    }

    private mutating func checkVersion(_ version: Catalog.FormatVersion?, at node: JSONNode) {
        guard let version else { return }
        let isKnown = Self.knownVersions.contains { $0 == (version.major, version.minor) }
        guard !isKnown else { return }
        warn(
            node,
            "the format version \(version.major).\(version.minor) is unknown; "
                + "what is known of it is read"
        )
    }

    private mutating func checkKeys(of node: JSONNode, schema: CatalogSchema) {
        guard case .object(let members) = node.value else { return }
        for key in members.keys.sorted() where !schema.keys.contains(key) {
            guard let meant = schema.keys.first(where: { key.isOneEdit(from: $0) }) else {
                continue
            }
            warn(node[key], "the key is unknown and one letter from \"\(meant)\"")
        }
        for (key, inner) in schema.objects {
            for child in node[key].listed {
                checkKeys(of: child, schema: inner)
            }
        }
    }

    private mutating func checkOfferKey(of root: JSONNode, catalog: Catalog) {
        guard catalog.promotionalOfferKey == nil,
            catalog.products.contains(where: { $0.subscription?.promotionalOffers.isEmpty == false }
            )
        else { return }
        warn(
            root["subscriptionOffersKeyPair"],
            "it is missing, so signatures of promotional offers are not verified"
        )
    }

    private mutating func checkOffers(of subscription: JSONNode) {
        for key in ["adHocOffers", "winbackOffers"] {
            var places: [[UInt8]: String] = [:]
            for offer in subscription[key].listed {
                checkPrice(of: offer)
                guard case .string(let text) = offer["offerID"].value else { continue }
                if let place = places[[UInt8](text.utf8)] {
                    warn(offer["offerID"], "it is that of \(place), and the first offer counts")
                } else {
                    places[[UInt8](text.utf8)] = offer.path
                }
            }
        }
        for offer in subscription["winbackOffers"].listed
        where (try? CatalogOffer(node: offer)) == nil {
            warn(offer, "the win-back offer cannot be decoded and is left out")
        }
        for offer in subscription["codeOffers"].listed + subscription["introductoryOffers"].listed {
            checkPrice(of: offer)
        }
        checkPrice(of: subscription["introductoryOffer"])
    }

    private mutating func checkPrice(of offer: JSONNode) {
        let price = offer["displayPrice"]
        guard price.value == .string(""), offer["paymentMode"].value != .string("free") else {
            return
        }
        warn(price, "it is empty and counts as 0")
    }

    private mutating func warn(_ node: JSONNode, _ text: String) {
        guard warnings.count < Self.limit else { return }
        warnings.append(CatalogWarning(fileName: fileName, path: node.path, text: text))
    }
}

extension JSONNode {
    /// The elements of a list, or the node itself if it is an object.
    fileprivate var listed: [JSONNode] {
        if case .object = value { return [self] }
        return (try? elements()) ?? []
    }
}

extension String {
    /// Whether the names differ by one byte inserted, deleted or replaced, or by two adjacent bytes
    /// swapped.
    fileprivate func isOneEdit(from other: String) -> Bool {
        let (one, two) = ([UInt8](utf8), [UInt8](other.utf8))
        guard one != two, abs(one.count - two.count) <= 1 else { return false }
        let same = zip(one, two).prefix { $0 == $1 }.count
        let (left, right) = (one.dropFirst(same), two.dropFirst(same))
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        let (ours, theirs) = (Array(left.dropLast(end)), Array(right.dropLast(end)))
        return max(ours.count, theirs.count) <= 1
            || ours.count == 2 && ours == theirs.reversed()
    }
}

/// The known keys of the objects in catalog files, including keys that are not decoded.
struct CatalogSchema: Sendable {
    package let keys: [String]
    package let objects: [(key: String, schema: CatalogSchema)]

    private init(_ keys: [String], _ objects: [(key: String, schema: CatalogSchema)] = []) {
        self.keys = keys + objects.map(\.key)
        self.objects = objects
    }

    package static let root = CatalogSchema(
        ["identifier", "appPolicies"],
        [
            ("version", CatalogSchema(["major", "minor"])), ("products", product),
            ("nonRenewingSubscriptions", product), ("subscriptionGroups", group),
            ("settings", settings),
            ("subscriptionOffersKeyPair", CatalogSchema(["id", "privateKey"])),
        ]
    )

    private static let localization = CatalogSchema(["locale", "displayName", "description"])

    private static let productKeys = [
        "productID", "type", "displayPrice", "familyShareable", "internalID", "referenceName",
    ]

    private static let product = CatalogSchema(productKeys, [("localizations", localization)])

    private static let offer = CatalogSchema([
        "offerID", "internalID", "referenceName", "paymentMode", "subscriptionPeriod",
        "numberOfPeriods", "displayPrice", "eligibility", "isStackable", "billingPlanType",
    ])

    private static let subscription = CatalogSchema(
        productKeys + [
            "groupNumber", "recurringSubscriptionPeriod", "subscriptionGroupID", "billingPlans",
        ],
        [
            ("localizations", localization), ("introductoryOffer", offer),
            ("introductoryOffers", offer), ("adHocOffers", offer), ("codeOffers", offer),
            ("winbackOffers", offer),
        ]
    )

    private static let group = CatalogSchema(
        ["id", "name"],
        [("localizations", localization), ("subscriptions", subscription)]
    )

    private static let settings = CatalogSchema(
        [
            "_timeRate", "_compatibilityTimeRate", "_locale", "_storefront",
            "_failTransactionsEnabled", "_storeKitError", "_askToBuyEnabled",
            "_billingIssuesEnabled", "_renewalBillingIssuesEnabled", "_billingGracePeriodEnabled",
            "_disableDialogs", "_applicationInternalID", "_developerTeamID",
            "_lastSynchronizedDate",
        ],
        [("_storeKitErrors", CatalogSchema(["name", "enabled", "current"]))]
    )
}
