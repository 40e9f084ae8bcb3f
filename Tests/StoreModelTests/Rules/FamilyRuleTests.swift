import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("The rule of families")
struct FamilyRuleTests {
    private let rule = FamilyRule(at: .start + .days(1))
    private let date = Date.start + .days(1)

    @Test("The first member begins a family, and a customer has one at most")
    func join() throws {
        let (ann, ben) = (customer(1), customer(2))
        let joined = try rule.join(ben, organizer: ann)
        #expect(joined.customer.familyOrganizerID == 1)
        #expect(joined.organizer.isOrganizer)
        #expect(throws: StoreError.unsuitableCustomer(name: "2", needs: "without a family")) {
            try rule.join(joined.customer, organizer: ann)
        }
        let beside = "a customer beside the organizer"
        #expect(throws: StoreError.unsuitableCustomer(name: "1", needs: beside)) {
            try rule.join(ann, organizer: ann)
        }
        let needs = "the organizer of a family"
        #expect(throws: StoreError.unsuitableCustomer(name: "2", needs: needs)) {
            try rule.join(customer(3), organizer: joined.customer)
        }
    }

    @Test("A member who leaves loses access and takes it away, once each")
    func leave() {
        let family = [customer(1, of: 1), customer(2, of: 1), customer(3, of: 1)]
        let accesses = [
            access(11, of: 2, to: 1), access(12, of: 1, to: 2), access(13, of: 3, to: 1),
        ]
        let edits = rule.leave(family[1], family: family, accesses: accesses)
        #expect(updated(edits) == [12, 11])
        #expect(edits.last == .saveCustomer(customer(2)))
    }

    @Test("The family ends with its organizer, and every access is revoked once")
    func end() {
        let family = [customer(1, of: 1), customer(2, of: 1), customer(3, of: 1)]
        let accesses = [
            access(11, of: 2, to: 1), access(12, of: 3, to: 2), access(13, of: 3, to: 1),
        ]
        let edits = rule.leave(family[0], family: family, accesses: accesses)
        #expect(updated(edits) == [11, 13, 12])
        #expect(Array(edits.suffix(3)) == [1, 2, 3].map { .saveCustomer(customer($0)) })
    }

    @Test("Several purchases are revoked from a member with one receipt")
    func revoke() {
        let accesses = [
            access(11, of: 2, to: 1), access(12, of: 2, to: 1), access(13, of: 2, to: 3),
        ]
        let edits = rule.revoke(accesses, of: 1)
        #expect(updated(edits) == [11, 12])
        #expect(edits.count == 5)
        #expect(edits.last == .renewReceipt(of: 2, at: date))
    }

    @Test("Only a member asks to buy")
    func asksToBuy() throws {
        var child = customer(2, of: 1)
        child.asksToBuy = true
        #expect(
            try rule.setAsksToBuy(true, of: customer(2, of: 1)) == [.saveCustomer(child)]
        )
        for customer in [customer(1, of: 1), customer(3)] {
            #expect(throws: StoreError.self) { try rule.setAsksToBuy(true, of: customer) }
        }
    }

    @Test("Shared are current periods and non-consumables of shareable products")
    func sharedPurchases() {
        var level = CatalogProduct(id: "level", kind: .nonConsumable)
        level.isFamilyShareable = true
        var monthly = CatalogProduct.monthly
        monthly.isFamilyShareable = true
        let catalog = Catalog(products: [level, monthly, CatalogProduct(id: "coins")])
        let former = LedgerEntry.period(1, at: .start - .days(29.5))
        let present = LedgerEntry.period(2, original: 1)
        let purchases = [
            former, present, .make(3, "level", kind: .nonConsumable), .make(4),
            .make(5, "level", kind: .nonConsumable, original: 3),
        ]
        let shared = rule.sharedPurchases(
            among: purchases,
            of: customer(1, of: 1),
            subscriptions: [.make(in: present)],
            catalog: catalog
        )
        #expect(shared.map(\.id) == [2, 3])
    }

    @Test("A product that becomes shareable is shared with those who have no access")
    func updateSharing() {
        let entry = LedgerEntry.make(1, "level", kind: .nonConsumable)
        let shared = LedgerEntry.make(2, "level", kind: .nonConsumable, customer: 2, sharing: 1)
        let members = [2, 3].map { FamilyMember(customerID: $0, latestAccess: nil) }
        var numbers = EntryNumbers(after: 20)
        let edits = rule.updateSharing(
            of: entry,
            with: members,
            shared: [shared],
            numbers: &numbers
        )
        #expect(edits.count == 3)
        guard case .insert(let access) = edits[0] else {
            Issue.record("\(edits[0])")
            return
        }
        #expect(access.id == 21)
        #expect(access.customerID == 3)
        let ended = rule.updateSharing(of: entry, with: [], shared: [shared], numbers: &numbers)
        #expect(updated(ended) == [2])
    }

    private func customer(_ id: Int64, of organizerID: Int64? = nil) -> Customer {
        Customer(
            id: id,
            name: "\(id)",
            familyOrganizerID: organizerID,
            asksToBuy: false,
            sharesPurchases: true
        )
    }

    private func access(_ id: Int64, of member: Int64, to purchaser: Int64) -> FamilyRule.Access {
        let entry = LedgerEntry.make(
            id,
            "level",
            kind: .nonConsumable,
            customer: member,
            sharing: id - 10
        )
        return (entry, purchaser)
    }

    private func updated(_ edits: [LedgerEdit]) -> [LedgerEntry.ID] {
        edits.compactMap { if case .update(let entry) = $0 { entry.id } else { nil } }
    }
}
