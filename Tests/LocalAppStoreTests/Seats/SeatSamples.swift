import Foundation
import Testing

@testable import LocalAppStore

extension Catalog {
    /// Subscriptions with seats at 10 a month, and at 8 from the sixth one on; the second one is
    /// shared with families, too.
    static var seats: Catalog {
        var team = CatalogProduct.make("team", level: 2, price: 10)
        var crew = CatalogProduct.make("crew", level: 1, price: 20)
        for tier in [CatalogSeatTier(minimumSeats: 1, price: 10), .init(minimumSeats: 6, price: 8)]
        {
            team.subscription?.seatTiers.append(tier)
        }
        crew.subscription?.seatTiers = [CatalogSeatTier(minimumSeats: 1, price: 20)]
        crew.isFamilyShareable = true
        return Catalog(products: [team, crew, .make("solo", level: 3, price: 5)])
    }
}

extension CatalogProduct {
    /// A subscription with seats in a group of its own.
    static var team: CatalogProduct {
        var team = CatalogProduct.make("team", group: "team", level: 1, price: 10)
        team.subscription?.seatTiers = [CatalogSeatTier(minimumSeats: 1, price: 10)]
        return team
    }
}

extension Store {
    /// A store that sells seats, and records notifications.
    static func makeWithSeats(
        invitations: Seats.InvitationManagement = .apple
    ) throws -> Store {
        let store = try Store.recording(.seats, clock: .manual(startingAt: .start))
        try store.updateSettings { $0.invitationManagement = invitations }
        return store
    }

    @discardableResult
    func buySeats(_ count: Int, of productID: String = "team") throws -> LedgerEntry {
        var request = PaymentRequest(productID: productID)
        request.seatCount = count
        let entry = try pay(request)
        try #require(entry.state == .purchased, "\(entry.failure?.reason ?? "")")
        return entry
    }

    /// The stores of other customers.
    func others(_ names: String...) throws -> [Store] {
        try names.map { try customers.acting(addingIfNeeded: $0) }
    }

    /// The customer's transactions of seats of others.
    var assignments: [LedgerEntry] {
        get throws { try entries().filter(\.isAssigned) }
    }

    /// The names of the members of a subscription's group.
    func members(of id: Int64) throws -> [String] {
        let group = try seatGroups.group(of: id)
        let names = try customers.names(of: group.members.map(\.customerID))
        return group.members.compactMap { names[$0.customerID] }
    }

    /// The events of the customer's server.
    var ownEvents: [String] {
        get throws {
            try notifications.history(limit: .max).map(\.notification)
                .filter { $0.customerID == customerID }.map(\.event)
        }
    }
}
