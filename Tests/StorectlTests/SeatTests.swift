import Foundation
import StoreTestSupport
import StrictJSON
import Testing

@testable import storectl

@Suite("Seats of a subscription", .timeLimit(.minutes(10)))
struct SeatTests {
    private static let request = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"

    private let trial: Trial

    init() throws {
        trial = try Trial()
        trial.run("customers", "--add", "ben")
    }

    private func buy(invitedBy management: String = "APPLE") {
        trial.run("settings", "set", "invitationManagement", management)
        trial.run("buy", "monthly", "--seats", "3")
    }

    @Test("A group is shown by a product or a transaction", arguments: ["monthly", "1"])
    func empty(subscription: String) {
        buy()
        #expect(
            trial.run("seats", "show", subscription).output == """
                subscription    1
                purchaser       customer
                invitations by  Apple
                seats           3, 2 free

                """
        )
    }

    @Test("The invitation stays the same, and who accepts it is a member")
    func invitation() throws {
        buy()
        let invited = trial.run("seats", "invite", "monthly", "--json")
        let invitation = try #require(invited.value("seats", "invitation")?.text)
        #expect(
            trial.run("seats", "invite", "1").output
                .hasSuffix("\ninvitation      \(invitation)\n")
        )
        trial.run("seats", "accept", "1", "--customer", "ben")
        let shown = trial.run("seats", "show", "1", "--json")
        #expect(shown.value("seats", "members", "0", "customer") == .string("ben"))
        #expect(shown.value("seats", "availableSeatCount") == .number("1"))
        #expect(trial.run("transactions", "--customer", "ben").output.contains("assigned"))
    }

    @Test("Seats that an organization assigns are all for others")
    func organization() {
        buy()
        #expect(
            trial.run("seats", "assign", "1", "ben").output == """
                subscription    1
                purchaser       customer
                invitations by  an organization
                seats           3, 2 free

                CUSTOMER  SINCE
                ben       2026-01-01T00:00:00Z

                """
        )
        let removed = trial.run("seats", "remove", "1", "ben", "--json")
        #expect(removed.value("seats", "members") == .array([]))
        let unknown = trial.run("seats", "assign", "1", "eve")
        #expect(unknown.status == .refused)
        #expect(unknown.errors.contains("no customer \"eve\""))
    }

    @Test("A claim has its request and its customer, and a repeated request claims once")
    func claims() throws {
        buy(invitedBy: "DEVELOPER")
        let claim = ["seats", "claim", "1", "--request", Self.request, "--for", "ben"]
        let claimed = trial.run(list: claim)
        let again = trial.run(list: claim + ["--json"])
        #expect(again.value("seats", "claims", "1") == nil)
        let id = try #require(again.value("seats", "claims", "0", "seatClaimID")?.text)
        #expect(claimed.output.contains("invitations by  the developer\n"))
        #expect(claimed.output.contains("seats           3, 1 free\n"))
        let row = "\nben       2026-01-01T00:00:00Z  \(id)  \(Self.request)\n"
        #expect(claimed.output.hasSuffix(row))
        let another = trial.run("seats", "claim", "monthly", "--json")
        #expect(another.value("seats", "claims", "1", "requestIdentifier") != nil)
        #expect(another.value("seats", "claims", "1", "customer") == nil)
        #expect(trial.run("seats", "claim", "1").status == .refused)
        let unclaimed = trial.run("seats", "unclaim", "1", id, "--json")
        #expect(unclaimed.value("seats", "claims", "0", "customer") == nil)
        #expect(unclaimed.value("seats", "claims", "1") == nil)
    }

    @Test("A claim is associated with a customer, by its request")
    func association() {
        buy(invitedBy: "DEVELOPER")
        let claimed = trial.run("seats", "claim", "1", "--request", Self.request)
        #expect(!claimed.output.contains("CUSTOMER"))
        let outcome = trial.run("seats", "associate", "1", Self.request, "ben", "--json")
        #expect(outcome.value("seats", "claims", "0", "customer") == .string("ben"))
        let wrong = trial.run("seats", "unclaim", "1", "x")
        #expect(wrong.status == .usage)
        #expect(wrong.errors.hasPrefix("storectl: claim: expected "))
    }

    @Test("Added and refunded seats are notes of transactions, and those that renew one of lists")
    func notes() {
        buy()
        trial.run("buy", "monthly", "--seats", "5")
        #expect(trial.run("transactions").output.hasSuffix("  seats added, unfinished\n"))
        let refunded = trial.run("refund", "1", "--seats", "1").output
        #expect(refunded.contains("state        purchased\n"))
        #expect(refunded.contains("refunded     4.99 USD\n"))
        #expect(refunded.contains("note         seats added, 1 seat refunded, unfinished\n"))
        let fewer = trial.run("renewal-seats", "monthly", "2").output
        #expect(fewer.hasSuffix("  4 seats, renews with 2 seats\n"))
        #expect(trial.run("renewal-seats", "1", "4").output.hasSuffix("  4 seats\n"))
    }

    @Test("Another subscription than one with seats is refused")
    func without() {
        trial.run("buy", "level")
        #expect(trial.run("seats", "show", "1").status == .refused)
        let product = trial.run("seats", "show", "monthyl")
        #expect(product.errors.contains("Did you mean monthly?"))
    }
}
