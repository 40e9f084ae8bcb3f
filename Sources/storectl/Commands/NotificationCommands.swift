import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

struct NotificationCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify",
        abstract: "Lists notifications, sends a test, and sends again.",
        discussion: "A running storectl serve sends them.",
        subcommands: [List.self, Test.self, Replay.self, Address.self]
    )

    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the notifications that were recorded."
        )

        @Option(
            help: "Only those of a type, and after a dot of a subtype.",
            transform: NotificationEvent.reading
        )
        var type: NotificationEvent?

        @Flag(help: "Only those that did not arrive.")
        var failed = false

        @OptionGroup var list: ListOptions
        @OptionGroup var common: CommonOptions

        func report(in store: Store) throws -> ListReport<NotificationRow> {
            var query = NotificationHistoryQuery()
            query.type = type?.type
            query.subtype = type?.subtype
            query.isFailed = failed
            let records = try store.notifications.history(query, limit: .max)
            return try ListReport(list, of: records, output, in: store)
        }
    }

    struct Test: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Sends a test notification.")

        @OptionGroup var common: CommonOptions

        func report(in store: Store) throws -> ListReport<NotificationRow> {
            try ListReport(try store.notifications.trigger(.init(.test)), in: store)
        }
    }

    struct Replay: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sends notifications again, whether or not they arrived."
        )

        @Argument(
            help: "The notificationUUID of each.",
            transform: reading("a UUID", UUID.init(uuidString:))
        )
        var identifiers: [UUID]

        @OptionGroup var common: CommonOptions

        func report(in store: Store) throws -> ListReport<NotificationRow> {
            for identifier in identifiers where try store.notifications.record(identifier) == nil {
                let name = identifier.uuidString.lowercased()
                let advice = "storectl notify list shows them."
                throw Failure(.refused, "There is no notification \(name).", suggestion: advice)
            }
            let records = try identifiers.compactMap { identifier in
                try store.notifications.replay(identifier)
                return try store.notifications.record(identifier)
            }
            return try ListReport(records, in: store)
        }
    }

    struct Address: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "to",
            abstract: "Sets the address for notifications, and starts recording them."
        )

        @Argument(
            help: "The address of the app's server. Without it, none is sent.",
            transform: reading("an http or https URL", NotificationSettings.url)
        )
        var address: URL?

        @OptionGroup var common: CommonOptions

        var missingLedger: StoreOptions.MissingLedger { .made }

        func report(in store: Store) throws -> AddressReport {
            try store.notifications.startRecording(sendingTo: address)
            return AddressReport(settings: try store.notifications.settings)
        }
    }
}

extension Store.Notifications {
    /// Records notifications from now on, and sends them to an address; `nil` for none.
    func startRecording(sendingTo url: URL?) throws {
        try updateSettings { settings in
            settings.isRecording = true
            settings.url = url
        }
    }
}

/// The address for notifications.
struct AddressReport: Report {
    let settings: NotificationSettings

    var json: JSONValue { settings.json }

    func text(_ style: TextStyle) -> String {
        let url = settings.url?.absoluteString
        return url.map { "Notifications are sent to \($0).\n" } ?? "Notifications are recorded.\n"
    }
}
