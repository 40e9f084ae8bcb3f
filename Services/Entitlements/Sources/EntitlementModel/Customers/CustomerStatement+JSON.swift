import Foundation

extension CustomerStatement.Content {
    package init(json: String) throws {
        self = try CompactJSON.decode(json)
    }

    /// The content as an object with a `type`, its members in the order of their names.
    package var json: String {
        get throws { try CompactJSON.encode(self) }
    }
}

extension CustomerStatement.Content: Codable {
    /// The kind of a statement.
    package enum ContentType: String, Codable {
        case link, unlink, grant, revokeGrant, spend, admitSandbox, replay, erase
    }

    private enum CodingKeys: String, CodingKey {
        case type, to, name, until, reason, grant, quantity, key, isAdmitted, from
        case productID = "productId"
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        switch try members.decode(ContentType.self, forKey: .type) {
        case .link: self = .link(to: try members.decode(CustomerID.self, forKey: .to))
        case .unlink: self = .unlink
        case .grant: self = .grant(try Grant(from: decoder))
        case .revokeGrant:
            self = .revokeGrant(
                try members.decode(UUID.self, forKey: .grant),
                reason: try members.decodeIfPresent(String.self, forKey: .reason)
            )
        case .spend:
            self = .spend(
                productID: try members.decode(String.self, forKey: .productID),
                quantity: try members.decode(Int64.self, forKey: .quantity),
                key: try members.decode(String.self, forKey: .key)
            )
        case .admitSandbox:
            self = .admitSandbox(try members.decode(Bool.self, forKey: .isAdmitted))
        case .replay: self = .replay(from: try members.decode(Int64.self, forKey: .from))
        case .erase: self = .erase
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(type, forKey: .type)
        switch self {
        case .link(let customer): try members.encode(customer, forKey: .to)
        case .unlink, .erase: break
        case .grant(let grant): try grant.encode(to: encoder)
        case .revokeGrant(let grant, let reason):
            try members.encode(grant.uuidString.lowercased(), forKey: .grant)
            try members.encodeIfPresent(reason, forKey: .reason)
        case .spend(let productID, let quantity, let key):
            try members.encode(productID, forKey: .productID)
            try members.encode(quantity, forKey: .quantity)
            try members.encode(key, forKey: .key)
        case .replay(let sequence): try members.encode(sequence, forKey: .from)
        case .admitSandbox(let isAdmitted): try members.encode(isAdmitted, forKey: .isAdmitted)
        }
    }

    package var type: ContentType {
        switch self {
        case .link: .link
        case .unlink: .unlink
        case .grant: .grant
        case .revokeGrant: .revokeGrant
        case .spend: .spend
        case .admitSandbox: .admitSandbox
        case .replay: .replay
        case .erase: .erase
        }
    }
}
