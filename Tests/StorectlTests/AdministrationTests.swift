import Foundation
import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

@Suite("What happens to purchases", .timeLimit(.minutes(10)))
struct AdministrationTests {
    let trial: Trial

    init() throws {
        trial = try Trial()
    }

    @Test("A purchase that waits is approved or declined, whoever's it is")
    func approval() {
        trial.run("settings", "set", "isAskToBuyEnabled", "on")
        trial.run("customers", "--add", "ben")
        trial.run("buy", "coins")
        trial.run("buy", "level", "--customer", "ben")
        let approved = trial.run("approve", "2", "--json")
        #expect(approved.value("transaction", "state") == .string("purchased"))
        #expect(approved.value("transaction", "customer") == .string("ben"))
        let declined = trial.run("decline", "1", "--json")
        #expect(declined.value("transaction", "state") == .string("failed"))
        #expect(declined.value("transaction", "failure", "code") == .number("2"))
        let again = trial.run("approve", "1")
        #expect(again.status == .refused)
        #expect(again.errors == "storectl: Transaction 1 is not waiting for approval\n")
    }

    @Test("A named customer's command is about that customer's transactions alone")
    func stranger() {
        trial.run("customers", "--add", "ben")
        trial.run("buy", "level")
        #expect(trial.run("refund", "1", "--customer", "ben").status == .refused)
        let nobody = trial.run("buy", "level", "--customer", "eve")
        #expect(nobody.status == .refused)
        #expect(nobody.errors.contains("customers --add"))
    }

    @Test(
        "A number out of range is a mistake in the command line",
        arguments: [
            ("refund 1 --seats 0", "seats: expected an integer from 1 to "),
            ("renewal-seats 1 0", "seats: expected an integer from 1 to "),
            ("seats accept 0", "transactionID: expected an integer from 1 to "),
        ]
    )
    func range(line: String, message: String) {
        trial.run("buy", "level")
        let outcome = trial.run(list: line.components(separatedBy: " "))
        #expect(outcome.status == .usage)
        #expect(outcome.errors.hasPrefix("storectl: \(message)"))
    }

    @Test("A customer has a name")
    func namelessCustomer() {
        #expect(trial.run("customers", "--add", "").status == .usage)
    }

    @Test("A refund has a reason, and happens once")
    func refunding() throws {
        trial.run("buy", "level")
        let outcome = trial.run("refund", "1", "--reason", "developerIssue")
        #expect(outcome.output.contains("state        refunded\n"))
        #expect(outcome.output.contains("refunded     2.99 USD\n"))
        #expect(try trial.store().entry(1)?.revocationReason == .developerIssue)
        let refunded = trial.run("transactions", "--condition", "refunded", "--json")
        #expect(refunded.value("transactions", "0", "state") == .string("purchased"))
        #expect(refunded.value("transactions", "0", "revocationDate") != nil)
        let upgraded = trial.run("transactions", "--condition", "upgraded")
        #expect(upgraded.output == "No transactions.\n")
        #expect(trial.run("transactions", "--state", "refunded").status == .usage)
        #expect(trial.run("refund", "1").status == .refused)
        let unknown = trial.run("refund", "77")
        #expect(unknown.errors.hasPrefix("storectl: The store has no transaction 77\n"))
    }

    @Test("A transaction is finished as by the app")
    func finishing() {
        trial.run("buy", "level")
        let finished = trial.run("finish", "1", "--json")
        #expect(finished.value("transaction", "isFinished") == .bool(true))
        #expect(trial.run("finish", "7").status == .refused)
    }

    @Test("A subscription is renewed and expired at once")
    func renewing() {
        trial.run("buy", "monthly")
        let renewed = trial.run("renew", "monthly", "--json")
        #expect(renewed.value("subscriptions", "0", "transactionID") == .number("2"))
        let expired = trial.run("expire", "monthly", "--json")
        #expect(expired.value("subscriptions", "0", "status") == .string("expired"))
        for command in ["renew", "expire"] {
            let outcome = trial.run(command, "monthly")
            #expect(outcome.status == .refused)
            #expect(outcome.errors.contains("no active subscription to monthly"))
        }
    }

    @Test("A subscription is named by a transaction, too, whoever's it is")
    func renewingTransaction() {
        trial.run("customers", "--add", "ben")
        trial.run("buy", "monthly", "--customer", "ben")
        let renewed = trial.run("renew", "1", "--json")
        #expect(renewed.value("subscriptions", "0", "transactionID") == .number("2"))
        #expect(renewed.value("subscriptions", "0", "customer") == .string("ben"))
        let expired = trial.run("expire", "2", "--json")
        #expect(expired.value("subscriptions", "0", "status") == .string("expired"))
        let again = trial.run("expire", "1")
        #expect(again.errors == "storectl: Transaction 1 is not of an active subscription\n")
        #expect(trial.run("renew", "77").errors.contains("no transaction 77"))
    }

    @Test("A refund is requested, declined, granted and taken back")
    func refundRequests() {
        trial.run("buy", "coins")
        let request = trial.run("request-refund", "1", "--reason", "LEGAL", "--json")
        #expect(request.value("refundRequests", "0", "reason") == .string("LEGAL"))
        #expect(request.value("refundRequests", "0", "decision") == nil)
        #expect(trial.run("request-refund", "1").status == .refused)
        #expect(trial.run("refund-requests").output.contains("LEGAL   2026-01-01T00:00:00Z  open"))
        #expect(trial.run("transactions").output.contains("refundRequested"))
        let declined = trial.run("decline-refund", "1", "--json")
        #expect(declined.value("refundRequests", "0", "decision") == .string("declined"))
        #expect(trial.run("decline-refund", "1").status == .refused)
        trial.run("refund", "1")
        let reversed = trial.run("reverse-refund", "1", "--json")
        #expect(reversed.value("transaction", "state") == .string("purchased"))
        #expect(trial.run("reverse-refund", "1").status == .refused)
        trial.run("customers", "--add", "ben")
        let others = trial.run("refund-requests", "--customer", "ben")
        #expect(others.output == "No requests for refunds.\n")
        let all = trial.run("refund-requests", "--all-customers", "--customer", "ben", "--json")
        #expect(all.value("refundRequests", "0", "customer") == .string("customer"))
    }

    @Test("A family is joined, shared with, asked and left")
    func family() throws {
        trial.run("customers", "--add", "ben")
        trial.run("buy", "level")
        let joined = trial.run("family", "join", "customer", "--customer", "ben", "--json")
        #expect(joined.value("customers", "1", "familyOrganizer") == .string("customer"))
        let shared = trial.run("transactions", "--customer", "ben", "--json")
        #expect(shared.value("transactions", "0", "ownership") == .string("familyShared"))
        #expect(shared.value("transactions", "0", "orderID") == nil)
        let asks = trial.run("family", "ask-to-buy", "on", "--customer", "ben", "--json")
        #expect(asks.value("customers", "1", "asksToBuy") == .bool(true))
        #expect(trial.run("family", "ask-to-buy", "on").status == .refused)
        let unshared = trial.run("family", "share", "off", "--json")
        #expect(unshared.value("customers", "0", "sharesPurchases") == .bool(false))
        let state = trial.run("transactions", "--customer", "ben", "--json")
        #expect(state.value("transactions", "0", "revocationDate") != nil)
        let left = trial.run("family", "leave", "--customer", "ben", "--json")
        #expect(left.value("customers", "1", "familyOrganizer") == nil)
        #expect(trial.run("family", "join", "eve").errors.contains("no customer \"eve\""))
    }

    @Test("Payment for a failed renewal is collected")
    func retrying() {
        trial.run("buy", "monthly")
        trial.run("settings", "set", "failsRenewals", "on")
        let failed = trial.run("advance", "2mo", "--json")
        let status = failed.value("subscriptions", "0", "status")
        #expect(status == .string("inBillingRetryPeriod"))
        let retried = trial.run("resolve-issue", "1", "--json")
        #expect(retried.value("transaction", "amountCharged") == .string("4.99"))
        #expect(trial.run("resolve-issue", "1").status == .refused)
    }

    @Test("The customer is asked about a price increase, and answers")
    func consent() {
        trial.run("buy", "monthly")
        for (flag, consent) in [("--ask", "pending"), ("--agree", "agreed")] {
            let outcome = trial.run("consent", "1", flag, "--json")
            #expect(outcome.value("subscriptions", "0", "priceConsent") == .string(consent))
        }
        #expect(trial.run("consent", "1", "--decline").status == .refused)
        trial.run("consent", "1", "--ask")
        let declined = trial.run("consent", "1", "--decline", "--json")
        #expect(declined.value("subscriptions", "0", "isAutoRenewEnabled") == .bool(false))
        #expect(trial.run("consent", "1").status == .usage)
        #expect(trial.run("consent", "1", "--ask", "--agree").status == .usage)
    }

    @Test("Auto-renew is turned off and on")
    func autoRenew() {
        trial.run("buy", "monthly")
        let off = trial.run("auto-renew", "1", "off")
        #expect(off.output.contains("subscribed  off"))
        let on = trial.run("auto-renew", "1", "on", "--json")
        #expect(on.value("subscriptions", "0", "isAutoRenewEnabled") == .bool(true))
        #expect(trial.run("auto-renew", "1", "perhaps").status == .usage)
        #expect(trial.run("auto-renew", "5", "on").status == .refused)
    }
}
