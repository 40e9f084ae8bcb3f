import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import PostgreSQL

/// The calls by which the team changes what is known of a customer.
struct CustomerRoutes: Sendable {
    let database: any SQLDatabase
    let purchases: PurchaseLedger
    let keys: ReaderKeys

    private var ledger: CustomerLedger { purchases.customers }

    func add(to router: some RouterMethods) {
        let customer = router.group("v1/customers/{id}")
        customer.post("links") { try await self.link(try self.name(of: $0, $1), $0) }
        customer.delete("links/{name}") {
            try await self.unlink(try self.name(of: $0, $1), $0, $1)
        }
        customer.post("grants") { try await self.grant(try await self.customer(of: $0, $1), $0) }
        customer.delete("grants/{grant}") {
            try await self.revoke(try await self.customer(of: $0, $1), $0, $1)
        }
        customer.put("tester") { try await self.admit(try await self.customer(of: $0, $1), $0) }
        customer.get("balances") {
            try await self.balances(try await self.customer(of: $0, $1, writes: false))
        }
        customer.post("balances/{productId}") {
            try await self.spend(try await self.customer(of: $0, $1), $0, $1)
        }
        customer.post("events/replay") {
            try await self.replay(try self.name(of: $0, $1), $0)
        }
        customer.delete { try await self.erase(try await self.customer(of: $0, $1), $0) }
        router.post("v1/transfers/check") { request, _ in try await self.check(request) }
    }

    /// The name in the path.
    private func name(
        of request: Request,
        _ context: some RequestContext,
        writes: Bool = true
    ) throws -> ScopedCustomer {
        let (reader, scope) = try keys.subject(of: request, in: ledger.apps)
        if writes { try reader.requireWriting() }
        let id = try CustomerBody.customer(context.part("id"), "id")
        return ScopedCustomer(scope: scope, id: id)
    }

    /// The customer in the path; the owner of an original transaction.
    private func customer(
        of request: Request,
        _ context: some RequestContext,
        writes: Bool = true
    ) async throws -> ScopedCustomer {
        try await database.owner(of: try name(of: request, context, writes: writes))
    }

    // MARK: Names

    private func link(_ customer: ScopedCustomer, _ request: Request) async throws -> Response {
        let body = try await CustomerBody(request, ["name", "actor"])
        let actor = try CustomerBody.text(body.actor, "actor")
        let id = try CustomerBody.customer(body.name, "name")
        guard id != customer.id else {
            throw HTTPProblem.malformed("A name cannot be linked to itself.")
        }
        let name = ScopedCustomer(scope: customer.scope, id: id)
        let root = try await ledger.link(name, to: customer.id, by: actor, in: database)
        return .json(.object(["customer": .customer(root.id)]))
    }

    private func unlink(
        _ customer: ScopedCustomer,
        _ request: Request,
        _ context: some RequestContext
    ) async throws -> Response {
        let body = try await CustomerBody(request, ["actor"])
        let actor = try CustomerBody.text(body.actor, "actor")
        let id = try CustomerBody.customer(context.part("name"), "name")
        let name = ScopedCustomer(scope: customer.scope, id: id)
        let root = try await ledger.unlink(name, from: customer.id, by: actor, in: database)
        guard let root else {
            throw HTTPProblem.unknown("The name is not linked to the customer.")
        }
        return .json(.object(["customer": .customer(root.id)]))
    }

    // MARK: Grants

    private func grant(_ customer: ScopedCustomer, _ request: Request) async throws -> Response {
        let body = try await CustomerBody(request, ["id", "name", "until", "reason", "actor"])
        let actor = try CustomerBody.text(body.actor, "actor")
        let id = try body.id.map { try CustomerBody.identifier($0, "id") } ?? UUID()
        let grant = Grant(
            name: try CustomerBody.text(body.name, "name"),
            until: try EntitlementRoutes.date(body.until, "until"),
            reason: try CustomerBody.text(body.reason, "reason")
        )
        try await ledger.state(about: customer, by: actor, in: database) { account in
            guard let known = account.statements.statements[id] else {
                return (.init(id: id, content: .grant(grant)), ())
            }
            guard known.content == .grant(grant) else {
                throw HTTPProblem.conflict("conflict", "Another grant has this `id`.")
            }
            return (nil, ())
        }
        return .json(.object(["id": .id(id)]))
    }

    private func revoke(
        _ customer: ScopedCustomer,
        _ request: Request,
        _ context: some RequestContext
    ) async throws -> Response {
        let body = try await CustomerBody(request, ["reason", "actor"])
        let actor = try CustomerBody.text(body.actor, "actor")
        let reason = try body.reason.map { try CustomerBody.text($0, "reason") }
        let id = try CustomerBody.identifier(context.part("grant"), "grant")
        try await ledger.state(about: customer, by: actor, in: database) { account in
            guard let grant = account.statements.statements[id], case .grant = grant.content
            else {
                throw HTTPProblem.unknown("The customer has no such grant.")
            }
            guard account.statements.grants[id] != nil else { return (nil, ()) }
            // It goes where the grant goes.
            let revocation = CustomerStatement.Content.revokeGrant(id, reason: reason)
            return (.init(name: grant.customer, content: revocation), ())
        }
        return .json(.object(["id": .id(id)]))
    }

    private func admit(_ customer: ScopedCustomer, _ request: Request) async throws -> Response {
        let body = try await CustomerBody(request, ["isTester", "actor"])
        let actor = try CustomerBody.text(body.actor, "actor")
        guard let isTester = body.isTester else {
            throw HTTPProblem.malformed("`isTester` must be true or false.")
        }
        guard customer.scope.environment == .production else {
            throw HTTPProblem.malformed("`environment` must be Production.")
        }
        try await ledger.state(about: customer, by: actor, in: database) { account in
            let isKnown = account.statements.isTester == isTester
            return (isKnown ? nil : .init(content: .admitSandbox(isTester)), ())
        }
        return .json(.object(["isTester": .flag(isTester)]))
    }

    // MARK: Balances

    private func balances(_ customer: ScopedCustomer) async throws -> Response {
        let balances = try await ledger.balances(of: customer, in: database)
        return .json(.object(["balances": .list(balances.all.map(\.json))]))
    }

    private func spend(
        _ customer: ScopedCustomer,
        _ request: Request,
        _ context: some RequestContext
    ) async throws -> Response {
        let body = try await CustomerBody(request, ["key", "quantity", "actor"])
        let actor = try CustomerBody.text(body.actor, "actor")
        let product = try CustomerBody.text(context.part("productId"), "productId", longest: 400)
        let quantity = try CustomerBody.number(body.quantity, "quantity", 1...1_000_000_000)
        let key = try CustomerBody.text(body.key, "key")
        let balance = try await ledger.state(
            about: customer,
            by: actor,
            spendingKey: key,
            in: database
        ) { account in
            let use = CustomerStatement.Content
                .spend(productID: product, quantity: quantity, key: key)
            let rest = account.balances.balance(of: product).rest
            if !account.uses.isEmpty {
                guard account.uses.contains(where: { $0.content == use }) else {
                    throw HTTPProblem.conflict("conflict", "Another use has this `key`.")
                }
                return (nil, rest)
            }
            guard rest >= quantity else {
                throw HTTPProblem.conflict("insufficient", "The balance is \(rest).")
            }
            return (.init(content: use), rest - quantity)
        }
        return .json(.object(["balance": .integer(balance)]))
    }

    private func erase(_ customer: ScopedCustomer, _ request: Request) async throws -> Response {
        let body = try await CustomerBody(request, ["actor"])
        let actor = try CustomerBody.text(body.actor, "actor")
        let eraser = Eraser(ledger: purchases, database: database)
        let summary = try await eraser.erase(customer, by: actor)
        return .json(
            .object([
                "purchases": .integer(Int64(summary.purchases)),
                "documents": .integer(Int64(summary.documents)),
                "events": .integer(Int64(summary.events)),
                "statements": .integer(Int64(summary.statements)),
            ])
        )
    }

    private func replay(_ customer: ScopedCustomer, _ request: Request) async throws -> Response {
        let body = try await CustomerBody(request, ["from", "actor"])
        let actor = try CustomerBody.text(body.actor, "actor")
        let sequence = try CustomerBody.number(body.from, "from", 1 ... .max)
        let replay = EventReplay(database, apps: ledger.apps, clock: ledger.clock)
        let done = try await replay.replay(
            customer.id,
            in: customer.scope,
            from: sequence,
            by: actor
        )
        guard let done else { throw HTTPProblem.unknown("The customer is unknown.") }
        return .json(.object(["events": .integer(done.events)]))
    }
}

extension CustomerRoutes {
    // MARK: Transfers

    fileprivate func check(_ request: Request) async throws -> Response {
        let (_, scope) = try keys.subject(of: request, in: ledger.apps)
        let body = try await CustomerBody(request, ["customer", "originalTransactionId"])
        let claimant = try CustomerBody.customer(body.customer, "customer")
        guard let original = body.originalTransactionId, DocumentText.isIdentifier(original) else {
            throw HTTPProblem.malformed("`originalTransactionId` must be an identifier.")
        }
        let key = PurchaseKey(scope: scope, originalTransactionID: original)
        let history = try await database.history(of: key)
        guard !history.transactions.isEmpty else {
            throw HTTPProblem.unknown("The purchase is unknown.")
        }
        let policy = ledger.apps.transferPolicy(of: scope.app)
        let owners = try await roots(of: history.owners(policy), in: scope)
        let future = try await roots(
            of: history.owners(policy, ifClaimedBy: claimant),
            in: scope
        )
        return .json(
            .object([
                "policy": .string(policy.rawValue),
                "owners": .list(owners.map(JSON.customer)),
                "leaves": .list(owners.filter { !future.contains($0) }.map(JSON.customer)),
                "joins": .list(future.filter { !owners.contains($0) }.map(JSON.customer)),
            ])
        )
    }

    /// The roots of names, each once.
    private func roots(of names: [CustomerID], in scope: PurchaseScope) async throws -> [CustomerID]
    {
        var roots: [CustomerID] = []
        for id in names {
            let name = ScopedCustomer(scope: scope, id: id)
            let root = try await ledger.root(of: name) { try await database.query($0) }.id
            if !roots.contains(root) { roots.append(root) }
        }
        return roots
    }
}
