import AppReceipt
import ArgumentParser
import Dispatch
import Foundation
import LocalAppStore
import LocalAppStoreServer
import StoreCommands
import StrictJSON

struct ChooseToCancel: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what a customer who chooses to cancel a subscription sees.",
        discussion: """
            It sends the request for a retention message to the app's server. The customer then \
            cancels with auto-renew, or takes an offer or another product with buy.
            """
    )

    @OptionGroup var subject: SubscriptionSubject
    @OptionGroup var common: CommonOptions

    func report() throws -> RetentionScreenReport {
        try report(suggestingIn: try subject.open(options))
    }

    func report(in store: Store) throws -> RetentionScreenReport {
        let id = try subject.anyTransactionID(in: store)
        return RetentionScreenReport(screen: try store.retentionScreen(forCancelling: id))
    }
}

struct RetentionCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Shows and reviews the retention messages that the app's server uploaded.",
        subcommands: [Show.self, Review.self]
    )

    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the images, the messages, the default messages and the real-time URL."
        )

        @OptionGroup var common: CommonOptions

        func report(in store: Store) throws -> RetentionReport {
            RetentionReport(row: try RetentionRow(of: store))
        }
    }

    struct Review: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sets the result of the review of an image or a message.",
            discussion: "Outside production, everything is approved when it is uploaded."
        )

        @Argument(help: "The result.")
        var state: ReviewState

        @Option(
            help: .value("uuid", "The image."),
            transform: reading("a UUID", UUID.init(uuidString:))
        )
        var image: UUID?

        @Option(
            help: .value("uuid", "The message."),
            transform: reading("a UUID", UUID.init(uuidString:))
        )
        var message: UUID?

        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard (image == nil) != (message == nil) else {
                throw ValidationError("Give either --image or --message.")
            }
        }

        func report(in store: Store) throws -> RetentionReport {
            let members: [String: JSONValue?] = [
                "image": image.map(JSONValue.identifier),
                "message": message.map(JSONValue.identifier),
                "state": .string(state.rawValue),
            ]
            try RetentionReview(.reviewRetention, JSONNode(.members(members))).run(in: store)
            return RetentionReport(row: try RetentionRow(of: store))
        }
    }
}

extension ReviewState: ExpressibleByArgument {}

extension Store {
    /// Returns the page for a customer who chooses to cancel a subscription.
    ///
    /// It blocks for the response of the app's server, if that has a real-time URL, and must not be
    /// called then on a thread of Swift's tasks.
    func retentionScreen(forCancelling id: LedgerEntry.ID) throws -> RetentionScreen {
        let request = try retention.requestForCancellation(of: id)
        guard request.url != nil else {
            return try retention.screen(after: .failure(.noRealtimeURL), to: request)
        }
        let end = DispatchSemaphore(value: 0)
        let received = Locked<Result<RetentionResponse, RetentionFallback>>(
            .failure(.failedRequest(.other))
        )
        Task {
            if let response = try? await RetentionClient.response(to: request) {
                received.withLock { $0 = response }
            }
            end.signal()
        }
        end.wait()
        return try retention.screen(after: received.withLock { $0 }, to: request)
    }
}
