/// An entitlement that the team gives to a customer, without a purchase.
package struct Grant: Hashable, Sendable, Codable {
    /// The name of the entitlement.
    package var name: String
    /// The end; `nil` for none.
    package var until: Milliseconds?
    /// The team's reason, for people.
    package var reason: String

    package init(name: String, until: Milliseconds? = nil, reason: String) {
        self.name = name
        self.until = until
        self.reason = reason
    }
}
