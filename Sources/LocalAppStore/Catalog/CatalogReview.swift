/// Finds what is unusual in a catalog file that can be read.
struct CatalogReview {
    private(set) var warnings: [CatalogWarning] = []

    /// More warnings than anybody reads.
    private static let limit = 100

    private static let knownVersions = [(1, 0), (1, 1), (1, 2), (2, 0), (3, 0), (4, 0), (5, 0)]

    init(root: CatalogNode, catalog: Catalog) {
        if catalog.products.isEmpty { warn(root, "it describes no product") }
        reviewVersion(catalog.formatVersion, at: root["version"])
        reviewKeys(of: root, as: .root)
        for group in root["subscriptionGroups"].listed {
            for subscription in group["subscriptions"].listed {
                reviewOffers(of: subscription)
            }
        }
    }

    private mutating func reviewVersion(_ version: Catalog.FormatVersion?, at node: CatalogNode) {
        guard let version else { return }
        let isKnown = Self.knownVersions.contains { $0 == (version.major, version.minor) }
        guard !isKnown else { return }
        warn(
            node,
            "the format version \(version.major).\(version.minor) is unknown; "
                + "what is known of it is read"
        )
    }

    private mutating func reviewKeys(of node: CatalogNode, as shape: CatalogShape) {
        guard case .object(let members) = node.value else { return }
        for key in members.keys.sorted() where !shape.keys.contains(key) {
            guard let meant = shape.keys.first(where: { key.isOneEdit(from: $0) }) else { continue }
            warn(node[key], "the key is unknown and one letter from \"\(meant)\"")
        }
        for (key, inner) in shape.objects {
            for child in node[key].listed {
                reviewKeys(of: child, as: inner)
            }
        }
    }

    private mutating func reviewOffers(of subscription: CatalogNode) {
        for key in ["adHocOffers", "winbackOffers"] {
            var places: [[UInt8]: String] = [:]
            for offer in subscription[key].listed {
                reviewPrice(of: offer)
                guard case .string(let text) = offer["offerID"].value else { continue }
                if let place = places[[UInt8](text.utf8)] {
                    warn(offer["offerID"], "it is that of \(place), and the first offer counts")
                } else {
                    places[[UInt8](text.utf8)] = offer.path
                }
            }
        }
        for offer in subscription["codeOffers"].listed + subscription["introductoryOffers"].listed {
            reviewPrice(of: offer)
        }
        reviewPrice(of: subscription["introductoryOffer"])
    }

    private mutating func reviewPrice(of offer: CatalogNode) {
        let price = offer["displayPrice"]
        guard price.value == .string(""), offer["paymentMode"].value != .string("free") else {
            return
        }
        warn(price, "it is empty and counts as 0")
    }

    private mutating func warn(_ node: CatalogNode, _ text: String) {
        guard warnings.count < Self.limit else { return }
        warnings.append(CatalogWarning(fileName: node.fileName, path: node.path, text: text))
    }
}

extension CatalogNode {
    /// The elements of a list, or the one object that stands here.
    fileprivate var listed: [CatalogNode] {
        if case .object = value { return [self] }
        return (try? elements()) ?? []
    }
}

extension String {
    /// Whether adding, removing or changing one letter, or swapping two neighbours, makes the other
    /// text of this one.
    fileprivate func isOneEdit(from other: String) -> Bool {
        let (one, two) = ([UInt8](utf8), [UInt8](other.utf8))
        guard one != two, abs(one.count - two.count) <= 1 else { return false }
        let same = zip(one, two).prefix { $0 == $1 }.count
        let (left, right) = (one.dropFirst(same), two.dropFirst(same))
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        let (mine, its) = (Array(left.dropLast(end)), Array(right.dropLast(end)))
        return max(mine.count, its.count) <= 1 || mine.count == 2 && mine == its.reversed()
    }
}
