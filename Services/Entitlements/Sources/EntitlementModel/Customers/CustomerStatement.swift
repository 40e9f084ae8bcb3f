package import Foundation

/// A statement of the team about a customer, with its author and date.
package struct CustomerStatement: Hashable, Sendable, Identifiable {
    package let id: UUID
    package let customer: CustomerID
    package let date: Milliseconds
    /// The person or the program that makes the statement.
    package let actor: String
    package let content: Content

    package init(
        id: UUID,
        customer: CustomerID,
        date: Milliseconds,
        actor: String,
        content: Content
    ) {
        self.id = id
        self.customer = customer
        self.date = date
        self.actor = actor
        self.content = content
    }

    package enum Content: Hashable, Sendable {
        /// The customer is the same person as another one.
        case link(to: CustomerID)
        /// The customer is a person of its own.
        case unlink
        /// The customer has an entitlement; the statement's identifier is that of the grant.
        case grant(Grant)
        /// A grant ends, for good.
        case revokeGrant(UUID, reason: String?)
        /// The customer uses up consumables. The key identifies the use among those of the name.
        case spend(productID: String, quantity: Int64, key: String)
        /// Whether sandbox purchases count in production, for a tester.
        case admitSandbox(Bool)
        /// Events are sent again, from a sequence on.
        case replay(from: Int64)
        /// The identifying data were erased, and the customer is a digest.
        case erase
    }
}

extension CustomerStatement {
    /// Whether the statement is about a link of the name.
    package var isAboutNames: Bool {
        switch content {
        case .link, .unlink: true
        default: false
        }
    }

    /// Whether the statement is about the customer's access.
    package var isAboutAccess: Bool {
        switch content {
        case .grant, .revokeGrant, .admitSandbox: true
        default: false
        }
    }
}

// The order of statements: later ones prevail. The other members make it total.
extension CustomerStatement: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.date != right.date { return left.date < right.date }
        return left.others.lexicographicallyPrecedes(right.others) {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    private var others: [String] {
        [id.uuidString, customer.description, actor, (try? content.json) ?? ""]
    }
}
