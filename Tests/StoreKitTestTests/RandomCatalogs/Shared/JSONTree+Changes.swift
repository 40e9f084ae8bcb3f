// Changes of a catalog's structure, as a hostile author would make them.
extension JSONTree {
    /// Makes one change somewhere.
    mutating func changeAtRandom(using generator: inout some RandomNumberGenerator) {
        let places = count
        let other = Int.random(in: 0..<places, using: &generator)
        var copied = JSONTree.array([])
        change(at: other) { copied = $0 }
        let place = Int.random(in: 0..<places, using: &generator)
        change(at: place) { node in
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: node = copied
            case 1: node.nest(using: &generator)
            case 2...4: node.changeContent(using: &generator)
            default: node = .scalar(Self.scalar(using: &generator))
            }
        }
    }

    /// Nests the value in arrays or objects.
    private mutating func nest(using generator: inout some RandomNumberGenerator) {
        let isDeep = Bool.random(using: &generator)
        for _ in 0..<(isDeep ? 70 : 1) {
            self =
                isDeep || Bool.random(using: &generator)
                ? .array([self]) : .object([(Self.key(using: &generator), self)])
        }
    }

    private mutating func changeContent(using generator: inout some RandomNumberGenerator) {
        switch self {
        case .object(var members):
            guard let index = members.indices.randomElement(using: &generator) else { return }
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: members.remove(at: index)
            case 1: members[index].key = Self.key(using: &generator)
            default: members.append(members[index])
            }
            self = .object(members)
        case .array(var elements):
            guard let index = elements.indices.randomElement(using: &generator) else { return }
            if Bool.random(using: &generator) {
                elements.remove(at: index)
            } else {
                elements.append(elements[index])
            }
            self = .array(elements)
        case .scalar(let text): self = .scalar(Self.damaged(text, using: &generator))
        }
    }

    /// Changes one character of a string; other values are returned unchanged.
    private static func damaged(
        _ text: String,
        using generator: inout some RandomNumberGenerator
    ) -> String {
        var characters = Array(text)
        guard characters.count > 2, characters.first == "\"",
            let character = "aZ09_-@=;.\u{E9}\u{301}\u{65E5}\u{1F600}".randomElement(
                using: &generator
            )
        else { return text }
        let index = Int.random(in: 1..<characters.count - 1, using: &generator)
        if Bool.random(using: &generator) {
            characters[index] = character
        } else {
            characters.insert(character, at: index)
        }
        return String(characters)
    }

    private static func key(using generator: inout some RandomNumberGenerator) -> String {
        keys.randomElement(using: &generator) ?? ""
    }

    private static func scalar(using generator: inout some RandomNumberGenerator) -> String {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
            "\"" + String(repeating: "a", count: 1 << Int.random(in: 0...14, using: &generator))
                + "\""
        case 1: "\"" + locale(using: &generator) + "\""
        case 2: period(using: &generator)
        case 3:
            "\"\(Int.random(in: 0...Int.max, using: &generator))."
                + "\(Int.random(in: 0...999, using: &generator))\""
        default: scalars.randomElement(using: &generator) ?? "null"
        }
    }

    private static func period(using generator: inout some RandomNumberGenerator) -> String {
        let count = Int.random(in: 0...10_001, using: &generator)
        return "\"P\(count)\("DWMY".randomElement(using: &generator) ?? "D")\""
    }

    /// Subtags in the form of a locale identifier's, which may not exist.
    private static func locale(using generator: inout some RandomNumberGenerator) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789")
        let subtags = (0..<Int.random(in: 1...4, using: &generator)).map { number in
            let count = Int.random(in: number == 0 ? 2...3 : 1...8, using: &generator)
            let allowed = number == 0 ? letters.prefix(26) : letters[...]
            return String((0..<count).compactMap { _ in allowed.randomElement(using: &generator) })
        }
        let keywords = ["", "", "@currency=XYZ", "@numbers=arab", "@calendar=roc;currency=JPY"]
        return subtags.joined(separator: Bool.random(using: &generator) ? "_" : "-")
            + (keywords.randomElement(using: &generator) ?? "")
    }

    private static let keys = [
        "products", "nonRenewingSubscriptions", "subscriptionGroups", "subscriptions", "settings",
        "version", "major", "minor", "identifier", "id", "productID", "type", "displayPrice",
        "familyShareable", "localizations", "locale", "displayName", "description", "groupNumber",
        "_seats", "priceTiers", "minimumSeats", "recurringSubscriptionPeriod", "introductoryOffer",
        "introductoryOffers", "adHocOffers", "codeOffers", "_codeOffers", "winbackOffers",
        "referenceName", "offerID", "paymentMode", "subscriptionPeriod", "numberOfPeriods",
        "eligibility", "billingPlans", "billingPlanType", "isEnabled", "_timeRate", "_locale",
        "_storefront", "_askToBuyEnabled",
        "_failTransactionsEnabled", "_storeKitErrors", "_disableDialogs", "_billingIssuesEnabled",
        "", "caf\u{E9}",
    ]

    private static let scalars = [
        "null", "true", "false", "0", "1", "-1", "9999", "10000", "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551616", "1e400", "1.5", "0.0000000000000000000000000000000001", "-0",
        "99999999999999999999999999999999999999", "\"99999999999999999999999999999999999999\"",
        "\"0.00000000000000000000000000000000000001\"", "\"0\"", "\"\"", "\"\u{E9}\"",
        "\"\\u0000\"",
        "\"caf\u{E9}\"", "\"cafe\u{301}\"", "\"\u{65E5}\u{672C}\"", "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"ar_SA\"", "\"hi_IN\"", "\"fa_IR\"", "\"ja_JP@calendar=japanese\"", "\"und\"",
        "\"en_US_POSIX\"",
        "\"JPN\"", "\"KWT\"", "\"ZWE\"", "\"free\"", "\"payAsYouGo\"", "\"payUpFront\"",
        "\"oneTime\"", "\"Consumable\"",
        "\"NonConsumable\"", "\"NonRenewingSubscription\"", "\"RecurringSubscription\"", "[]", "{}",
    ]
}
