import ArgumentParser
import LocalAppStore
import StoreCommands
import StrictJSON

struct SeatCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seats",
        abstract: "The seats of a subscription, and the customers who have them.",
        discussion: """
            Customers accept Apple's invitation, an organization assigns seats, or the developer's \
            server claims them.
            """,
        subcommands: [
            Show.self, ActionCommand<Invite>.self, ActionCommand<Accept>.self,
            ActionCommand<Leave>.self, ActionCommand<Remove>.self, ActionCommand<Assign>.self,
            ActionCommand<Claim>.self, ActionCommand<Unclaim>.self, ActionCommand<Associate>.self,
        ]
    )

    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the members and the claims of a subscription."
        )

        @OptionGroup var subject: SeatSubject
        @OptionGroup var common: CommonOptions

        func report() throws -> SeatReport {
            try report(suggestingIn: try subject.open(options))
        }

        func report(in store: Store) throws -> SeatReport {
            let group = try store.seatGroups.group(of: try subject.id(in: store))
            return SeatReport(row: try SeatGroupRow(group, in: store))
        }
    }

    struct Invite: SeatArguments {
        static let name = SeatAction.Name.invite
        static let abstract = "Makes the invitation of the group, or shows the present one."
    }

    struct Accept: CustomerArguments {
        static let name = CustomerAction.Name.acceptInvitation
        static let abstract = "Accepts the invitation to another customer's subscription."

        @Argument(help: "A transaction of the subscription.")
        var transaction: Int64

        func members(in store: Store) -> [String: JSONValue] {
            ["transactionID": .number(transaction)]
        }
    }

    struct Leave: CustomerArguments {
        static let name = CustomerAction.Name.leaveGroup
        static let abstract = "Leaves the group of a transaction by which the customer has a seat."

        @Argument(help: "The customer's own transaction.")
        var transaction: Int64

        func members(in store: Store) -> [String: JSONValue] {
            ["transactionID": .number(transaction)]
        }
    }

    struct Remove: SeatArguments {
        static let name = SeatAction.Name.removeMember
        static let abstract = "Removes a member, or revokes a seat that was assigned."

        @Argument(help: "The name of the member.")
        var member: String

        func members(in store: Store) throws -> [String: JSONValue] {
            ["customerID": .number(try store.customer(named: member).id)]
        }
    }

    struct Assign: SeatArguments {
        static let name = SeatAction.Name.assignSeat
        static let abstract = "Assigns a seat to a customer, as an organization does."

        @Argument(help: "The name of the customer.")
        var member: String

        func members(in store: Store) throws -> [String: JSONValue] {
            ["customerID": .number(try store.customer(named: member).id)]
        }
    }

    struct Claim: SeatArguments {
        static let name = SeatAction.Name.claimSeat
        static let abstract = "Claims a seat, as the developer's server does."

        @Option(help: .value("uuid", "The identifier of the request; a repeated one claims once."))
        var request: String?

        @Option(name: .customLong("for"), help: .value("name", "The customer who has the seat."))
        var member: String?

        func members(in store: Store) throws -> [String: JSONValue] {
            let members: [String: JSONValue?] = [
                "requestIdentifier": request.map(JSONValue.string),
                "customerID": try member.map { .number(try store.customer(named: $0).id) },
            ]
            return members.compactMapValues { $0 }
        }
    }

    struct Unclaim: SeatArguments {
        static let name = SeatAction.Name.unclaimSeat
        static let abstract = "Ends a claim, as the developer's server does."

        @Argument(help: "The claim, or its request.")
        var claim: String

        func members(in store: Store) -> [String: JSONValue] { ["claim": .string(claim)] }
    }

    struct Associate: SeatArguments {
        static let name = SeatAction.Name.associateSeat
        static let abstract = "Associates a claim with a customer."

        @Argument(help: "The claim, or its request.")
        var claim: String

        @Argument(help: "The name of the customer who has the seat.")
        var member: String

        func members(in store: Store) throws -> [String: JSONValue] {
            let id = try store.customer(named: member).id
            return ["claim": .string(claim), "customerID": .number(id)]
        }
    }
}

/// The subscription of a command about its seats.
struct SeatSubject: ActionSubject {
    @OptionGroup var subscription: SubscriptionSubject

    func open(_ options: StoreOptions) throws -> Store { try subscription.open(options) }

    func report(
        after action: SeatAction,
        in store: Store,
        _ output: OutputOptions
    ) throws -> SeatReport {
        let group = try action.run(on: id(in: store), in: store)
        return SeatReport(row: try SeatGroupRow(group, in: store))
    }

    func id(in store: Store) throws -> Int64 { try subscription.anyTransactionID(in: store) }
}

protocol SeatArguments: ActionArguments where Subject == SeatSubject {}
