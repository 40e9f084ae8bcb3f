import LocalAppStore
import Testing

@Suite("Query plans")
struct QueryPlanTests {
    @Test("No question but the one for everything walks through the whole ledger")
    func indexes() throws {
        let plans = try Store.make().queryPlans
        #expect(plans.count > 5)
        for (query, steps) in plans {
            #expect(!steps.isEmpty, "\(query)")
            #expect(!steps.contains("SCAN entry"), "\(query)")
        }
    }

    @Test("A question for few entries has an index of those alone")
    func partialIndexes() throws {
        let plans = try Store.make().queryPlans
        let expected = [
            "restorable": "entryRestorable", "unfinishedCopy": "entryCopied",
            "introductoryOffer": "entryIntroductory", "unfinished": "entryUnfinished",
            "revokedUndelivered": "entryRevoked", "changed": "entryByRevision",
            "inReceipt": "entryKept",
        ]
        for (query, index) in expected {
            let steps = try #require(plans[query])
            #expect(steps.contains { $0.contains("USING INDEX \(index)") }, "\(query): \(steps)")
        }
    }
}
