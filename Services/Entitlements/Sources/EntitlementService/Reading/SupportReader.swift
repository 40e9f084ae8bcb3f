import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL

/// Reads all that is known about a customer.
///
/// The rows of each name and each purchase are read by its own key.
struct SupportReader: Sendable {
    let reader: EntitlementReader
    let deliversEvents: Bool

    private var database: any SQLDatabase { reader.database }

    /// A list limited to its newest elements.
    private struct Cut<Element> {
        let elements: [Element]
        let isComplete: Bool

        init(_ elements: [Element], to limit: Int) {
            self.elements = Array(elements.prefix(limit))
            isComplete = elements.count <= limit
        }
    }

    /// Reads a customer, with at most `limit` elements in each list.
    func view(of customer: ScopedCustomer, limit: Int) async throws -> SupportView {
        let answer = try await reader.answer(for: customer)
        let root = answer.holder
        let own = try await read(root, limit: limit)
        let names = try await names(of: root, own, limit: limit)
        let found = try await purchases(own.newestPurchases(limit), limit: limit)
        let rule = reader.apps.rule(of: root.scope.app)
        let all = Set([root.id] + own.members)
        let purchases = Cut(
            found.filter { !all.isDisjoint(with: $0.owners) }
                .compactMap { purchase in
                    SupportView.Purchase(
                        purchase.history,
                        purchase.owners,
                        purchase.documents,
                        by: rule,
                        at: answer.now
                    )
                }
                .sorted { $0.isNewer(than: $1) },
            to: limit
        )
        var stated = own.statements
        for name in names.elements { if let link = name.link { stated.merge(link.statement) } }
        let statements = Cut(stated.inOrder.reversed(), to: limit)
        let granted = own.statements.grants
        let grants = Cut(
            stated.inOrder.reversed().filter { granted[$0.id] != nil },
            to: limit
        )
        var entries = own.statements.timeline(at: answer.now)
        for purchase in found { entries += purchase.entries(of: all, policy(root), at: answer.now) }
        let timeline = Cut(Set(entries).sorted(by: >), to: limit)
        let events = Cut(own.events, to: limit)
        let cuts = [
            own.hasAtMost(limit), events.isComplete, names.isComplete, purchases.isComplete,
            statements.isComplete, grants.isComplete,
            timeline.isComplete, found.allSatisfy { !$0.isCut(by: limit) },
        ]
        return SupportView(
            customer: root.id,
            names: names.elements,
            isTester: own.statements.isTester,
            now: answer.now,
            entitlements: EntitlementJSON(text: answer.json),
            purchases: purchases.elements,
            grants: grants.elements,
            balances: own.balances,
            statements: statements.elements,
            events: events.elements,
            timeline: timeline.elements,
            isComplete: cuts.allSatisfy { $0 }
        )
    }

    private func policy(_ customer: ScopedCustomer) -> TransferPolicy {
        reader.apps.transferPolicy(of: customer.scope.app)
    }

    // MARK: The customer's shard

    private func read(_ root: ScopedCustomer, limit: Int) async throws -> OwnRows {
        let results = try await database.read([
            MemberTable.all(of: root), StatementTable.all(of: root),
            OwnedPurchaseTable.all(of: root), CreditTable.newest(of: root, limit: limit + 1),
            CreditTable.sums(of: root), EventTables.last(of: root, limit: limit + 1),
            EventTables.delivery(of: root), EventTables.deadLetters(of: root),
            StatementTable.spent(of: root),
        ])
        return try OwnRows(root, results, deliversEvents: deliversEvents)
    }

    /// The names with their links, each read in the shard of the name.
    private func names(
        of root: ScopedCustomer,
        _ own: OwnRows,
        limit: Int
    ) async throws -> Cut<SupportView.Name> {
        let members = Cut(own.members.filter { $0 != root.id }, to: limit)
        let results = try await database.read(
            members.elements.map {
                StatementTable.links(of: ScopedCustomer(scope: root.scope, id: $0))
            }
        )
        var names = [SupportView.Name(name: root.id)]
        for (member, result) in zip(members.elements, results) {
            let statements = try CustomerStatements(result)
            var name = SupportView.Name(name: member)
            if let parent = statements.parent,
                let link = statements.inOrder.last(where: { $0.content == .link(to: parent) })
            {
                name.link = (parent, link)
            }
            names.append(name)
        }
        return Cut(names, to: members.isComplete ? names.count : names.count - 1)
    }

    // MARK: The shards of purchases

    /// Reads purchases with their documents and the questions about refunds.
    private func purchases(_ keys: [PurchaseKey], limit: Int) async throws -> [FoundPurchase] {
        let statements = keys.map { key in
            PurchaseTables.live.read(key) + [
                DocumentLog.newest(of: key, limit: limit + 1),
                ConsumptionTables.newest(of: key, limit: limit),
            ]
        }
        let results = try await database.read(statements.flatMap { $0 })
        return try keys.enumerated().compactMap { index, key in
            let own = results[5 * index..<5 * index + 5]
            guard let state = own.first, state.rowCount > 0 else { return nil }
            return try FoundPurchase(key, own)
        }
    }
}

extension SupportView.Purchase {
    fileprivate func isNewer(than other: Self) -> Bool {
        let id = current.originalTransactionID, otherID = other.current.originalTransactionID
        return (current.purchaseDate, id) > (other.current.purchaseDate, otherID)
    }
}
