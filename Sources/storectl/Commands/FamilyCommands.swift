import ArgumentParser
import LocalAppStore
import StoreCommands
import StrictJSON

struct FamilyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "family",
        abstract: "The family of the customer, who shares purchases with it.",
        discussion: "storectl customers shows the families.",
        subcommands: [
            ActionCommand<Join>.self, ActionCommand<Leave>.self, ActionCommand<Share>.self,
            ActionCommand<AskToBuy>.self,
        ]
    )

    struct Join: CustomerArguments {
        static let name = CustomerAction.Name.joinFamily
        static let abstract = "Adds the customer to the family of another, its organizer."

        @Argument(help: "The name of the organizer.")
        var organizer: String

        func members(in store: Store) throws -> [String: JSONValue] {
            ["organizerID": .number(try store.customer(named: organizer).id)]
        }
    }

    struct Leave: CustomerArguments {
        static let name = CustomerAction.Name.leaveFamily
        static let abstract =
            "Removes the customer from the family; without its organizer, it ends."
    }

    struct Share: CustomerArguments, SwitchArguments {
        static let name = CustomerAction.Name.setSharesPurchases
        static let abstract = "Starts or stops sharing the customer's purchases with the family."

        @Argument(help: "Whether purchases are shared.")
        var state: OnOff
    }

    struct AskToBuy: CustomerArguments, SwitchArguments {
        static let name = CustomerAction.Name.setAsksToBuy
        static let abstract =
            "Decides whether the organizer has to approve the customer's purchases."
        static let discussion = "storectl approve and decline answer for the organizer."

        @Argument(help: "Whether they need approval.")
        var state: OnOff
    }
}

/// The customer of a command, which is an option of every command.
struct CustomerSubject: ActionSubject {
    @OptionGroup var list: ListOptions

    func open(_ options: StoreOptions) throws -> Store { try options.open() }

    func report(
        after action: CustomerAction,
        in store: Store,
        _ output: OutputOptions
    ) throws -> ListReport<CustomerRow> {
        try action.run(in: store)
        return try ListReport(list, of: try store.customerBalances(), output, in: store)
    }
}

protocol CustomerArguments: ActionArguments where Subject == CustomerSubject {}
