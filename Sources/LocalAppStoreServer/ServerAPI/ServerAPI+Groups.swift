import LocalAppStore
import StrictJSON

// Groups whose members have transactions of their own.
extension ServerAPI {
    var groupRoutes: [Route] {
        [
            sandboxRoute("GET", "/groups/v1/currentGroups/{appTransactionId}", customerGroups),
            sandboxRoute("GET", "/groups/v1/group/{groupId}", groupMembers),
        ]
    }

    private static let maximumLimit = 100

    private func customerGroups(_ request: Request) throws -> JSONValue? {
        let owner = try customer(ofAppTransaction: request.parameters["appTransactionId"] ?? "")
        let groups = try owner.seatGroups.all().filter { !$0.isClaimed }
        return .object([
            "groups": .array(try groups.map { try entry(of: $0, for: owner.customerID) })
        ])
    }

    /// The `GroupEntry` of a group, with the role of a customer.
    ///
    /// The form of a `groupId` is not documented; it is the number of the subscription.
    private func entry(of group: SeatGroup, for customerID: Customer.ID) throws -> JSONValue {
        var members: [String: JSONValue] = [
            "groupId": .string(String(group.subscriptionID)),
            "groupType": .string(group.isOrganization ? "ORGANIZATION" : "CONSUMER"),
        ]
        if group.isOrganization,
            let purchaser = try store.entryOfAnyCustomer(group.subscriptionID)?.owner,
            let product = try purchaser.subscriptions.subscription(of: group.subscriptionID)?
                .productID
        {
            let role = group.purchaserID == customerID ? "ADMIN" : "NONE"
            members["roles"] = .array([
                .object(["productId": .string(product), "role": .string(role)])
            ])
        }
        return .object(members)
    }

    /// A page of the members, oldest first.
    ///
    /// The name of the array is not documented. That the purchaser isn't among the members, and
    /// that the group of a subscription that ended is unknown, are inference.
    private func groupMembers(_ request: Request) throws -> JSONValue? {
        guard let id = Self.transactionID(request.parameters["groupId"]) else {
            throw ServerRequestRefusal.invalidGroupID
        }
        let limit =
            try request.target.value(of: "limit", .init(.invalidLimit)) { text in
                Int(text).flatMap { (1...Self.maximumLimit).contains($0) ? $0 : nil }
            } ?? Self.maximumLimit
        let position = try request.target.value(of: "paginationToken", .invalidPaginationToken) {
            Self.transactionID($0)
        }
        guard let group = try store.seatGroups.anyGroup(id), group.isActive, !group.isClaimed else {
            throw ServerRequestRefusal.unknownGroup
        }
        let rest = group.members.drop { member in
            position.map { member.id <= $0 } ?? false
        }
        let page = rest.prefix(limit)
        var members: [String: JSONValue] = [
            "members": .array(
                page.map { member in
                    let identifier = Customer.appTransactionIdentifier(of: member.customerID)
                    return .object(["appTransactionId": .string(identifier)])
                }
            ),
            "hasMore": .bool(rest.count > limit),
        ]
        if rest.count > limit, let last = page.last {
            members["paginationToken"] = .string(String(last.id))
        }
        return .object(members)
    }
}
