import ArgumentParser
import LocalAppStore
import StoreCommands

/// Commands about the family of the customer.
struct FamilyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "family",
        abstract: "The family of the customer, who shares purchases with it.",
        discussion: "storectl customers shows the families.",
        subcommands: [Join.self, Leave.self, Share.self, AskToBuy.self]
    )

    struct Join: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds the customer to the family of another, its organizer."
        )

        @Argument(help: "The name of the organizer.")
        var organizer: String

        @OptionGroup var list: ListOptions
        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        func report(in store: Store) throws -> CustomerReport {
            let customer = try options.customer(named: organizer, in: store)
            try CustomerAction.joinFamily(organizer: customer.id).run(in: store)
            return try CustomerReport(list, output, in: store)
        }
    }

    struct Leave: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes the customer from the family; without its organizer, it ends."
        )

        @OptionGroup var list: ListOptions
        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        func report(in store: Store) throws -> CustomerReport {
            try CustomerAction.leaveFamily.run(in: store)
            return try CustomerReport(list, output, in: store)
        }
    }

    struct Share: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Starts or stops sharing the customer's purchases with the family."
        )

        @Argument(help: "Whether purchases are shared.")
        var state: OnOff

        @OptionGroup var list: ListOptions
        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        func report(in store: Store) throws -> CustomerReport {
            try CustomerAction.setSharesPurchases(state == .on).run(in: store)
            return try CustomerReport(list, output, in: store)
        }
    }

    struct AskToBuy: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Decides whether the organizer has to approve the customer's purchases.",
            discussion: "storectl approve and decline answer for the organizer."
        )

        @Argument(help: "Whether they need approval.")
        var state: OnOff

        @OptionGroup var list: ListOptions
        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        func report(in store: Store) throws -> CustomerReport {
            try CustomerAction.setAsksToBuy(state == .on).run(in: store)
            return try CustomerReport(list, output, in: store)
        }
    }
}
