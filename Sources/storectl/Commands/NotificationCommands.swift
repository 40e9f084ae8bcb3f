import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// Commands about notifications to the app's server.
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
            transform: NotificationName.reading("TYPE or TYPE.SUBTYPE, such as DID_RENEW")
        )
        var type: NotificationName?

        @Flag(help: "Only those that did not arrive.")
        var failed = false

        @OptionGroup var list: ListOptions
        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        func report(in store: Store) throws -> NotificationReport {
            var query = NotificationHistoryQuery()
            query.type = type?.type
            query.subtype = type?.subtype
            query.isFailed = failed
            let records = try store.notifications.history(query, limit: .max)
            let listed = list.excerpt(of: records, "notifications", output)
            return try NotificationReport(listed, in: store)
        }
    }

    struct Test: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Sends a test notification.")

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        func report(in store: Store) throws -> NotificationReport {
            try NotificationReport(try store.notifications.trigger(.test), in: store)
        }
    }

    struct Replay: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sends notifications again, whether or not they arrived."
        )

        @Argument(help: "The notificationUUID of each.", transform: UUID.reading("a UUID"))
        var identifiers: [UUID]

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        func report(in store: Store) throws -> NotificationReport {
            for identifier in identifiers where try store.notifications.record(identifier) == nil {
                throw Failure(
                    .refused,
                    "There is no notification \(identifier.uuidString.lowercased()).",
                    suggestion: "storectl notify list shows them."
                )
            }
            let records = try identifiers.compactMap { identifier in
                try store.notifications.replay(identifier)
                return try store.notifications.record(identifier)
            }
            return try NotificationReport(records, in: store)
        }
    }

    struct Address: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "to",
            abstract: "Sets the address for notifications, and starts recording them."
        )

        @Argument(
            help: "The address of the app's server; none for nowhere.",
            transform: WebAddress.reading("an http or https URL")
        )
        var address: WebAddress?

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        var missingLedger: StoreOptions.MissingLedger { .made }

        func report(in store: Store) throws -> AddressReport {
            try store.notifications.updateSettings {
                $0.isRecording = true
                $0.url = address?.url
            }
            return AddressReport(settings: try store.notifications.settings)
        }
    }
}

/// Where notifications are sent to.
struct AddressReport: Report {
    let settings: NotificationSettings

    var json: JSONValue { settings.json }

    func text(_ style: TextStyle) -> String {
        let url = settings.url?.absoluteString
        return url.map { "Notifications are sent to \($0).\n" } ?? "Notifications are recorded.\n"
    }
}
