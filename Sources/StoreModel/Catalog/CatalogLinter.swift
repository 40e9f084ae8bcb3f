import StrictJSON

/// Finds probable mistakes and unsupported keys in a catalog file that can be decoded.
struct CatalogLinter {
    private(set) var warnings: [CatalogWarning] = []
    private let fileName: String
    private static let limit = 100

    private static let knownVersions = [(1, 0), (1, 1), (1, 2), (2, 0), (3, 0), (4, 0), (5, 0)]

    init(root: JSONNode, fileName: String, catalog: Catalog) {
        self.fileName = fileName
        if catalog.products.isEmpty { warn(root, "it contains no product") }
        checkVersion(catalog.formatVersion, at: root["version"])
        checkKeys(of: root)
        checkOfferKey(of: root, catalog: catalog)
        for group in root["subscriptionGroups"].listed {
            for subscription in group["subscriptions"].listed {
                checkGroup(group, of: subscription)
                checkBillingPlans(of: subscription)
                checkOffers(of: subscription)
            }
        }
        for product in root["products"].listed + root["nonRenewingSubscriptions"].listed {
            check(product[OneTimeOffer.key].listed, named: "referenceName", of: [.upFront])
        }
        checkFailures(in: root["settings"])
    }

    private mutating func checkVersion(_ version: Catalog.FormatVersion?, at node: JSONNode) {
        guard let version else { return }
        let isKnown = Self.knownVersions.contains { $0 == (version.major, version.minor) }
        guard !isKnown else { return }
        warn(
            node,
            "the format version \(version.major).\(version.minor) is unknown; "
                + "its known parts are read"
        )
    }

    private mutating func checkKeys(of root: JSONNode) {
        for key in CatalogSchema.root.misspelledKeys(in: root) {
            warn(key.node, "unknown key; did you mean \"\(key.name)\"?")
        }
        for node in CatalogSchema.root.unsupportedMembers(of: root) {
            let advice = node.path.hasSuffix(".codeOffers") ? "; use \"\(OneTimeOffer.key)\"" : ""
            warn(node, "the key is not supported and has no effect" + advice)
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

    private mutating func checkGroup(_ group: JSONNode, of subscription: JSONNode) {
        if !subscription["groupNumber"].isPresent {
            let rank = "it is one level below the subscription before it"
            warn(subscription["groupNumber"], "the level is missing; \(rank)")
        }
        let groupID = subscription["subscriptionGroupID"]
        if groupID.isPresent, groupID.value != group["id"].value {
            warn(groupID, "the subscription belongs to the group that contains it")
        }
    }

    private mutating func checkFailures(in settings: JSONNode) {
        for item in settings["_storeKitErrors"].listed where item["enabled"].value == .bool(true) {
            let type = item["current"]["type"]
            if item["name"].value != .string("Purchase") {
                warn(item, "only the failure \"Purchase\" is supported; this one has no effect")
            } else if type.isPresent, type.value != .string("generic") {
                warn(type, "only \"generic\" is supported; the index counts as an error code")
            }
        }
    }

    private mutating func warn(_ node: JSONNode, _ text: String) {
        guard warnings.count < Self.limit else { return }
        warnings.append(CatalogWarning(fileName: fileName, path: node.path, text: text))
    }
}

// Billing plans and offers of a subscription.
extension CatalogLinter {
    private mutating func checkBillingPlans(of subscription: JSONNode) {
        for plan in subscription["billingPlans"].listed {
            switch plan.billingPlan {
            case .upFront: checkUpFront(plan, of: subscription)
            case .monthly where plan.isEnabledPlan: checkMonthly(plan, of: subscription)
            case .monthly: break
            case nil where plan.isEnabledPlan:
                warn(plan, "\(plan.planName) is unknown, and not sold")
            case nil: break
            }
        }
    }

    private mutating func checkUpFront(_ plan: JSONNode, of subscription: JSONNode) {
        if !plan.isEnabledPlan {
            warn(plan["isEnabled"], "\(plan.planName) is sold nevertheless")
        }
        let price = try? subscription["displayPrice"].price()
        if let planPrice = try? plan["displayPrice"].price(), planPrice != price {
            warn(plan["displayPrice"], "the displayPrice of the subscription is charged")
        }
    }

    private mutating func checkMonthly(_ plan: JSONNode, of subscription: JSONNode) {
        let period = try? subscription["recurringSubscriptionPeriod"].period()
        guard period?.isYear == true else {
            warn(plan, "\(plan.planName) is for one-year subscriptions alone, and not sold")
            return
        }
        guard let price = try? plan["displayPrice"].price(),
            let total = try? plan["commitmentDisplayPrice"].price()
        else { return }
        let charged = MonthlyPlan(price: price).commitmentPrice
        if total != charged {
            let count = MonthlyPlan.paymentCount
            warn(
                plan["commitmentDisplayPrice"],
                "\(count) payments of \(price) are charged, in all \(charged)"
            )
        }
    }

    private mutating func checkOffers(of subscription: JSONNode) {
        var reader = CatalogReader()
        let sellsMonthly = MonthlyPlan(amongPlansOf: subscription, reader: &reader) != nil
        let plans: [BillingPlan] = sellsMonthly ? [.upFront, .monthly] : [.upFront]
        check(subscription["introductoryOffer"].listed, of: plans)
        check(subscription["introductoryOffers"].listed, of: plans)
        check(subscription["adHocOffers"].listed, named: "offerID", of: plans)
        check(subscription["codeOffers"].listed, named: "referenceName", of: plans)
        check(subscription["winbackOffers"].listed, named: "offerID", of: plans)
        for offer in subscription["winbackOffers"].listed {
            var reader = CatalogReader()
            _ = CatalogOffer(node: offer, reader: &reader)
            guard !reader.hasNoMistakes else { continue }
            warn(offer, "the win-back offer cannot be decoded and is left out")
        }
    }

    /// Checks offers; for each plan, the first offer with a name counts, or without a key for
    /// names, the first offer.
    private mutating func check(
        _ offers: [JSONNode],
        named key: String? = nil,
        of plans: [BillingPlan]
    ) {
        var places: [BillingPlan: [ByteExactString: String]] = [:]
        for offer in offers {
            guard let plan = offer.billingPlan, plans.contains(plan) else {
                warn(offer, "\(offer.planName) is not sold, and its offer is left out")
                continue
            }
            let price = offer["displayPrice"]
            if price.value == .string(""), offer["paymentMode"].value != .string("free") {
                warn(price, "it is empty and counts as 0")
            }
            let node = key.map { offer[$0] } ?? JSONNode(.string(""), at: offer.path)
            guard case .string(let name) = node.value else { continue }
            if let place = places[plan]?[ByteExactString(name)] {
                warn(node, "it is that of \(place), and the first offer counts")
            } else {
                places[plan, default: [:]][ByteExactString(name)] = offer.path
            }
        }
    }
}

extension JSONNode {
    /// The billing plan of a plan or an offer; `nil` if it is unknown.
    fileprivate var billingPlan: BillingPlan? {
        guard let type = self["billingPlanType"].present else { return .upFront }
        return (try? type.text()).flatMap(BillingPlan.init)
    }

    fileprivate var isEnabledPlan: Bool { self["isEnabled"].value != .bool(false) }

    fileprivate var planName: String {
        "the billing plan \(self["billingPlanType"].value?.quoted ?? "")"
    }
}
