import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer
import StoreCommands
import StoreTestSupport
import StrictJSON
import Testing

@testable import storectl

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("One vocabulary of storectl, the control API and scenarios", .timeLimit(.minutes(10)))
struct VocabularyTests {
    @Test("Each command runs an operation of the control API, or changes no store")
    func commands() throws {
        let operations = try Set(APIDescription().requestNames)
        for (path, command) in Self.leaves(of: Storectl.self) {
            let name = (command as? any NamedCommand.Type)?.actionName ?? Self.operations[path]
            if let name {
                #expect(operations.contains(name), "\(path) runs \(name)")
            } else {
                #expect(Self.withoutOperation.contains(path), "\(path) has no operation")
            }
        }
    }

    @Test("Each operation of the control API that changes the store is that of a command")
    func routes() throws {
        let commands = Self.leaves(of: Storectl.self)
        let actions = commands.compactMap { ($0.command as? any NamedCommand.Type)?.actionName }
        #expect(Set(actions) == Set(SameAction.names) && actions.count == Set(actions).count)
        let known = Set(actions).union(Self.operations.values).union(Self.withoutCommand)
        #expect(Set(try APIDescription().requestNames) == known)
    }

    @Test(
        "An action without options has the same result from a command, a request and a step",
        arguments: SameAction.all
    )
    func results(of action: SameAction) async throws {
        let (commanded, requested, stepped) = (try Trial(), try Trial(), try Trial())
        for trial in [commanded, requested, stepped] {
            for command in action.before {
                let outcome = trial.run(list: command)
                try #require(outcome.status == .success, "\(outcome.errors)")
            }
        }
        let outcome = commanded.run(list: action.command)
        #expect(outcome.status == .success, "\(outcome.errors)")
        try await action.request(of: try requested.store())
        try stepped.write(#"{"steps": [\#(action.step)]}"#, to: "step.json")
        let ledger = stepped.path("shop.ledger")
        let step = stepped.run("scenario", stepped.path("step.json"), "--store", ledger)
        #expect(step.status == .success, "\(step.output)\(step.errors)")
        let lists = [
            ["transactions", "--all-customers"], ["subscriptions", "--all-customers"],
            ["refund-requests", "--all-customers"], ["customers"],
        ]
        for list in lists {
            let found = [commanded, requested, stepped].map {
                $0.run(list: list + ["--json"]).output
            }
            #expect(Set(found).count == 1, "\(found.joined())")
        }
    }

    @Test("Each action has a row here")
    func completeness() {
        #expect(Set(SameAction.all.map(\.name)) == Set(SameAction.names))
    }

    @Test("A reset by the command also resets the settings, which a reset by a request keeps")
    func resets() async throws {
        let before = ["buy coins", "settings set failsRenewals on"]
        let reset = SameAction("reset", after: before, "reset --yes")
        let (commanded, requested) = (try Trial(), try Trial())
        for trial in [commanded, requested] {
            for command in reset.before {
                try #require(trial.run(list: command).status == .success)
            }
        }
        #expect(commanded.run(list: reset.command).status == .success)
        try await reset.request(of: try requested.store())
        for trial in [commanded, requested] {
            #expect(try trial.store().transactionList().entries.isEmpty)
        }
        #expect(try !commanded.store().settings.failsRenewals)
        #expect(try requested.store().settings.failsRenewals)
    }

    /// The operations of commands with options of their own, by the paths of the commands.
    private static let operations = [
        "buy": "buy", "customers": "addCustomer", "advance": "advanceTime", "reset": "reset",
        "settings set": "changeSettings", "trigger": "trigger",
        "notify test": "requestTestNotification", "notify replay": "replayNotification",
        "notify to": "changeNotificationSettings", "choose-to-cancel": "chooseToCancel",
        "retention review": "reviewRetention",
    ]

    private static let withoutOperation: Set<String> = [
        "products", "transactions", "subscriptions", "refund-requests", "receipt show",
        "receipt verify", "receipt export", "jws show", "jws verify", "jws sign", "jws export",
        "offer sign", "notify list", "settings show", "check", "faults", "snapshot", "restore",
        "scenario", "serve", "exec", "listen", "seats show", "retention show",
    ]

    /// Operations on a server's own fault plan, or that the page applies to a list.
    private static let withoutCommand: Set<String> = [
        "finishAll", "replayFailed", "setFaults", "clearFaults",
    ]

    private static func leaves(
        of command: any ParsableCommand.Type,
        path: String = ""
    ) -> [(path: String, command: any ParsableCommand.Type)] {
        command.configuration.subcommands.flatMap { next in
            let path = path.isEmpty ? next._commandName : "\(path) \(next._commandName)"
            return next.configuration.subcommands.isEmpty
                ? [(path, next)] : leaves(of: next, path: path)
        }
    }
}

private protocol NamedCommand {
    static var actionName: String { get }
}

extension ActionCommand: NamedCommand {
    fileprivate static var actionName: String { Arguments.name.rawValue }
}

/// An action without options, as a command, a request and a step.
struct SameAction: Sendable, CustomTestStringConvertible {
    let name: String
    let before: [[String]]
    let command: [String]
    /// The members of the action as JSON, without the braces.
    let members: String

    var testDescription: String { name }

    static let names =
        TransactionAction.Name.allCases.map(\.rawValue)
        + SubscriptionAction.Name.allCases.map(\.rawValue)
        + SeatAction.Name.allCases.map(\.rawValue)
        + CustomerAction.Name.allCases.map(\.rawValue)

    /// The step of a scenario, in which actions of the customer have their members inside.
    var step: String {
        let isOfCustomer = CustomerAction.Name(rawValue: name) != nil
        if isOfCustomer { return #"{"\#(name)": {\#(members)}}"# }
        return #"{"\#(name)": 1\#(members.isEmpty ? "" : ", \(members)")}"#
    }

    /// Sends the request to a server of a store.
    func request(of store: Store) async throws {
        let operation = try #require(APIDescription().operation(named: name))
        let server = StoreServer(store)
        async let running: Void = server.run()
        let address = try await server.waitUntilListening()
        let path = operation.path.replacingOccurrences(of: "{id}", with: "1")
        let url = try #require(URL(string: "http://\(address)/control/v1\(path)"))
        // A minute, the default, may pass where hundreds of tests want the same threads.
        var request = URLRequest(url: url, timeoutInterval: 1200)
        request.httpMethod = operation.method
        if !members.isEmpty { request.httpBody = Data("{\(members)}".utf8) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (body, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode
        #expect(status == 200, "\(String(decoding: body, as: UTF8.self))")
        await server.stop()
        try await running
    }

    fileprivate init(
        _ name: String,
        after before: [String],
        _ command: String,
        _ members: String = ""
    ) {
        self.name = name
        self.before = before.map { $0.split(separator: " ").map(String.init) }
        self.command = command.split(separator: " ").map(String.init)
        self.members = members
    }

    private static let family = ["customers --add ben", "family join ben"]
    private static let team = ["customers --add ben", "buy monthly --seats 3"]
    private static let hostedTeam = ["settings set invitationManagement DEVELOPER"] + team
    private static let request = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"
    private static let claimed = hostedTeam + ["seats claim 1 --request \(request)"]
    private static let bensTeam = [
        "customers --add ben", "buy monthly --seats 3 --customer ben",
    ]

    static let all = [
        Self("approve", after: ["settings set isAskToBuyEnabled on", "buy coins"], "approve 1"),
        Self("decline", after: ["settings set isAskToBuyEnabled on", "buy coins"], "decline 1"),
        Self(
            "resolveIssue",
            after: ["buy monthly", "settings set failsRenewals on", "advance 2mo"],
            "resolve-issue 1"
        ),
        Self("finish", after: ["buy coins"], "finish 1"),
        Self("refund", after: ["buy coins"], "refund 1"),
        Self("requestRefund", after: ["buy coins"], "request-refund 1"),
        Self(
            "decideRefund",
            after: ["buy coins", "request-refund 1"],
            "decline-refund 1",
            #""decision": "declined""#
        ),
        Self("reverseRefund", after: ["buy coins", "refund 1"], "reverse-refund 1"),
        Self("renew", after: ["buy monthly"], "renew 1"),
        Self("expire", after: ["buy monthly"], "expire 1"),
        Self("consent", after: ["buy monthly"], "consent 1 --ask", #""answer": "ask""#),
        Self("setAutoRenew", after: ["buy monthly"], "auto-renew 1 off", #""isEnabled": false"#),
        Self(
            "setRenewalSeats",
            after: ["buy monthly --seats 3"],
            "renewal-seats 1 2",
            #""seats": 2"#
        ),
        Self(
            "joinFamily",
            after: ["customers --add ben"],
            "family join ben",
            #""organizerID": 2"#
        ),
        Self("leaveFamily", after: family, "family leave"),
        Self("setAsksToBuy", after: family, "family ask-to-buy on", #""isEnabled": true"#),
        Self("setSharesPurchases", after: family, "family share off", #""isEnabled": false"#),
        Self("acceptInvitation", after: bensTeam, "seats accept 1", #""transactionID": 1"#),
        Self(
            "leaveGroup",
            after: bensTeam + ["seats accept 1"],
            "seats leave 2",
            #""transactionID": 2"#
        ),
        Self("invite", after: team, "seats invite 1"),
        Self("assignSeat", after: team, "seats assign 1 ben", #""customerID": 2"#),
        Self(
            "removeMember",
            after: team + ["seats assign 1 ben"],
            "seats remove 1 ben",
            #""customerID": 2"#
        ),
        Self(
            "claimSeat",
            after: hostedTeam,
            "seats claim 1 --request \(request)",
            #""requestIdentifier": "\#(request)""#
        ),
        Self(
            "unclaimSeat",
            after: claimed,
            "seats unclaim 1 \(request)",
            #""claim": "\#(request)""#
        ),
        Self(
            "associateSeat",
            after: claimed,
            "seats associate 1 \(request) ben",
            #""claim": "\#(request)", "customerID": 2"#
        ),
    ]
}
