import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

// Seats of a group that the developer's server hosts.
extension ServerAPI {
    var seatRoutes: [Route] {
        [
            sandboxRoute("POST", Self.seats, claim),
            sandboxRoute("GET", Self.seats, seatInfo),
            sandboxRoute("DELETE", "\(Self.seats)/{seatClaimId}", unclaim),
            sandboxRoute("POST", "\(Self.seats)/{seatClaimId}/associate", associate),
        ]
    }

    private static let seats = "/groups/v1/transactions/{originalTransactionId}/seats"

    /// Makes the route of a request that Apple documents as one of the sandbox alone.
    ///
    /// The error in production is our choice.
    func sandboxRoute(
        _ method: String,
        _ path: String,
        _ respond: @escaping @Sendable (Request) throws -> JSONValue?
    ) -> Route {
        route(method, path) { request in
            guard try store.receiptSettings.environment != .production else {
                throw ServerRequestRefusal.sandboxOnly
            }
            return try respond(request)
        }
    }

    private func claim(_ request: Request) throws -> JSONValue? {
        let (entry, owner) = try original(request)
        let body = try JSONNode(request)
        let text = try body.text("requestIdentifier", .init(.invalidRequestIdentifier))
        guard let identifier = text.flatMap(UUID.init(uuidString:)) else {
            throw ServerRequestRefusal.invalidRequestIdentifier
        }
        let claim = try owner.seatGroups.claim(
            identifier,
            for: try associatedCustomer(body),
            of: entry.id
        )
        return .object(["seatClaimId": .identifier(claim.id)])
    }

    private func seatInfo(_ request: Request) throws -> JSONValue? {
        let (entry, owner) = try original(request)
        let group = try owner.seatGroups.claimedGroup(of: entry.id)
        return .object([
            "totalSeatCount": .number(group.seatCount),
            "availableSeatCount": .number(group.availableSeatCount),
            "assignedSeatClaimIds": .array(group.claims.map { .identifier($0.id) }),
        ])
    }

    /// Ends a claim; that the response has no body is inference.
    private func unclaim(_ request: Request) throws -> JSONValue? {
        let (entry, owner) = try original(request)
        try owner.seatGroups.unclaim(try seatClaim(request), of: entry.id)
        return nil
    }

    /// Associates a claim with a customer; that the response has no body is inference.
    private func associate(_ request: Request) throws -> JSONValue? {
        let (entry, owner) = try original(request)
        let claim = try seatClaim(request)
        guard let customerID = try associatedCustomer(try JSONNode(request)) else {
            throw ServerRequestRefusal.unknownAppTransaction
        }
        try owner.seatGroups.associate(claim, with: customerID, of: entry.id)
        return nil
    }

    /// The first transaction of a subscription, with its customer's store.
    ///
    /// Apple's error for a transaction of a bundle cannot occur, because the store sells none.
    private func original(_ request: Request) throws -> (entry: LedgerEntry, store: Store) {
        let found = try transaction(
            request,
            "originalTransactionId",
            invalid: .invalidOriginalTransaction,
            unknown: .unknownOriginalTransaction
        )
        guard found.entry.originalID == found.entry.id else {
            throw ServerRequestRefusal.notOriginalTransaction
        }
        return found
    }

    private func seatClaim(_ request: Request) throws -> SeatClaim.ID {
        guard let id = request.parameters["seatClaimId"].flatMap(UUID.init(uuidString:)) else {
            throw ServerRequestRefusal.unknownSeatClaim
        }
        return id
    }

    /// The customer of the member `appTransactionId`; `nil` without it.
    private func associatedCustomer(_ body: JSONNode) throws -> Customer.ID? {
        let refusal = RequestRefusal(.unknownAppTransaction)
        guard let identifier = try body.text("appTransactionId", refusal) else { return nil }
        return try customer(ofAppTransaction: identifier).customer.id
    }

    /// The store of the customer with an `appTransactionId`.
    func customer(ofAppTransaction identifier: String) throws -> Store {
        guard let owner = try store.store(ofAppTransaction: identifier) else {
            throw ServerRequestRefusal.unknownAppTransaction
        }
        return owner
    }
}
