import Foundation
import LocalAppStore
import StrictJSON

extension TransactionHistoryQuery {
    /// Reads the query of a request for a history.
    ///
    /// Version 1 leaves out consumables that the app has finished, and has `excludeRevoked`.
    init(_ target: RequestTarget, version: Int) throws(RequestRefusal) {
        self.init()
        startDate = try target.value(of: "startDate", .invalidStartDate, date)
        endDate = try target.value(of: "endDate", .invalidEndDate, date)
        if let startDate, let endDate, startDate >= endDate { throw .startNotBeforeEnd }
        productIDs = try target.values(of: "productId", .invalidProduct)
        kinds = Set(
            try target.values(of: "productType", .invalidProductType).map {
                name throws(RequestRefusal) in
                guard let kind = Self.kindsByName[name] else { throw .invalidProductType }
                return kind
            }
        )
        subscriptionGroupIDs = try target.values(of: "subscriptionGroupIdentifier", .invalidGroup)
        isDescending =
            try target.value(of: "sort", .invalidSort) {
                ["ASCENDING": false, "DESCENDING": true][$0]
            } ?? false
        ownership = try target.value(of: "inAppOwnershipType", .invalidOwnership) {
            Self.ownershipsByName[$0]
        }
        isRevoked = try target.value(of: "revoked", .invalidRevoked, Self.flag)
        guard version == 1 else { return }
        excludesFinishedConsumables = true
        let excludesRevoked = try target.value(
            of: "excludeRevoked",
            .invalidExcludeRevoked,
            Self.flag
        )
        if excludesRevoked == true, isRevoked == nil { isRevoked = false }
    }

    private static let ownershipsByName: [String: LedgerEntry.Ownership] = [
        "PURCHASED": .purchased, "FAMILY_SHARED": .familyShared, "ASSIGNED": .assigned,
    ]

    private static let kindsByName: [String: CatalogProduct.Kind] = [
        "AUTO_RENEWABLE": .autoRenewableSubscription,
        "NON_RENEWABLE": .nonRenewingSubscription,
        "CONSUMABLE": .consumable,
        "NON_CONSUMABLE": .nonConsumable,
    ]

    /// Python writes `True`; Apple's library for it does, too.
    private static func flag(_ text: String) -> Bool? {
        ["true": true, "false": false][text.lowercased()]
    }
}

/// A plausible date in milliseconds since 1970; `nil` for another string.
private func date(_ text: String) -> Date? {
    // `Double` would accept names and exponents.
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }) else {
        return nil
    }
    return Double(text).flatMap(Date.init(requestMilliseconds:))
}

extension Date {
    /// A date from 1970 to the end of the year 9999.
    init?(requestMilliseconds milliseconds: Double) {
        guard 0..<253_402_300_800_000 ~= milliseconds else { return nil }
        self.init(timeIntervalSince1970: milliseconds / 1000)
    }
}

extension RequestTarget {
    /// The value of a parameter that occurs at most once; `nil` if it is missing.
    ///
    /// Values that `decode` doesn't know are refused.
    func value<Value>(
        of name: String,
        _ refusal: RequestRefusal,
        _ decode: (String) -> Value?
    ) throws(RequestRefusal) -> Value? {
        let values = values(of: name)
        guard let text = values.first else { return nil }
        guard values.count == 1, let value = decode(text) else { throw refusal }
        return value
    }

    /// The values of a parameter that may be repeated, none of which is empty.
    func values(
        of name: String,
        _ refusal: RequestRefusal
    ) throws(RequestRefusal) -> Set<String> {
        let values = values(of: name)
        guard values.allSatisfy({ !$0.isEmpty && !$0.containsNUL }) else { throw refusal }
        return Set(values)
    }
}
