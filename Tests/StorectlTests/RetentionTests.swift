import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON
import Testing

@testable import storectl

@Suite("Retention messages", .timeLimit(.minutes(10)))
struct RetentionTests {
    private static let message = "00000000-0000-4000-8000-000000000003"

    private let trial: Trial

    init() throws {
        trial = try Trial()
        #expect(trial.run("buy", "monthly").status == .success)
    }

    private func upload() throws {
        let store = try trial.store()
        let json = #"{"header":"Stay","body":"Please."}"#
        let identifier = try #require(UUID(uuidString: Self.message))
        let content = try RetentionMessage(JSONNode(document: Array(json.utf8)))
        try store.retention.uploadMessage(identifier, content)
        let place = try DefaultMessagePlace(productID: "monthly", locale: "en-US")
        try store.retention.setDefaultMessage(identifier, at: place)
    }

    @Test("A customer who chooses to cancel sees the default message", arguments: ["monthly", "1"])
    func message(subscription: String) throws {
        try upload()
        let outcome = trial.run("choose-to-cancel", subscription)
        #expect(outcome.status == .success)
        #expect(
            outcome.output == """
                shown    message
                because  No real-time URL is configured.
                product  monthly en-US
                message  \(Self.message)
                header   Stay
                body     Please.

                """
        )
        let json = trial.run("choose-to-cancel", subscription, "--json")
        #expect(json.value("fallback", "reason") == .string("noRealtimeURL"))
        #expect(json.value("message", "header") == .string("Stay"))
    }

    @Test("A server that cannot be reached is a failed request")
    func unreachable() async throws {
        try upload()
        // Port 1 is reserved, and no server has it.
        let url = try RetentionSettings.url("http://127.0.0.1:1/")
        try trial.store().retention.setRealtimeURL(url)
        let trial = trial
        // The command waits, and must not take a thread of the tasks.
        let outcome = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: trial.run("choose-to-cancel", "monthly", "--json"))
            }
        }
        #expect(outcome.status == .success, "\(outcome.errors)")
        #expect(outcome.value("shown") == .string("message"))
        let reasons: [JSONValue?] = [.string("failedRequest"), .string("late")]
        #expect(reasons.contains(outcome.value("fallback", "reason")))
    }

    @Test("What cannot be cancelled is refused")
    func refused() throws {
        #expect(trial.run("choose-to-cancel", "gold").status == .refused)
        #expect(trial.run("choose-to-cancel", "9").status == .refused)
        #expect(trial.run("auto-renew", "monthly", "off").status == .success)
        #expect(trial.run("choose-to-cancel", "monthly").status == .refused)
    }

    @Test("Uploads are shown, and reviewed")
    func reviews() throws {
        #expect(
            trial.run("retention", "show").output
                == "No real-time URL is configured.\nNo images.\nNo messages.\n"
        )
        try upload()
        let shown = trial.run("retention", "show").output
        #expect(shown.contains("\(Self.message)  Stay    APPROVED  monthly en-US\n"))
        let review = ["retention", "review", "REJECTED", "--message", Self.message]
        let reviewed = trial.run(list: review + ["--json"])
        #expect(reviewed.value("messages", "0", "state") == .string("REJECTED"))
        #expect(reviewed.output == trial.run("retention", "show", "--json").output)
        let screen = trial.run("choose-to-cancel", "monthly", "--json")
        #expect(screen.value("shown") == .string("nothing"))
        #expect(trial.run("retention", "review", "PENDING").status == .usage)
        let unknown = ["retention", "review", "PENDING", "--image", Self.message]
        #expect(trial.run(list: unknown).status == .refused)
    }

    @Test(
        "A page shows the message, its image, its points and what the server proposes",
        arguments: [
            (.alternateProduct(id: "gold", billingPlan: .monthly), "gold monthly"),
            (.alternateProduct(id: "gold", billingPlan: nil), "gold"),
            (.promotionalOffer(id: "loyal", productID: "monthly"), "monthly promotional:loyal"),
            (.advancedCommerce(data: "e30="), "e30="),
        ] as [(RetentionScreen.Proposal, String)]
    )
    func proposals(proposal: RetentionScreen.Proposal, text: String) throws {
        let json = """
            {"header": "Stay", "body": "Please.",
             "image": {"imageIdentifier": "\(Self.message)", "altText": "A door"},
             "bulletPoints": [
               {"text": "More", "imageIdentifier": "\(Self.message)", "altText": "A star"},
               {"text": "Less", "imageIdentifier": "\(Self.message)", "altText": "A star"}
             ]}
            """
        let content = try RetentionMessage(JSONNode(document: Array(json.utf8)))
        let identifier = try #require(UUID(uuidString: Self.message))
        let message = UploadedMessage(identifier: identifier, content: content, state: .approved)
        let screen = RetentionScreen(
            place: try DefaultMessagePlace(productID: "monthly", locale: "en-US"),
            message: IllustratedMessage(message: message, images: []),
            proposal: proposal
        )
        let report = RetentionScreenReport(screen: screen).text(TextStyle(Console.current))
        #expect(
            report == """
                shown     \(screen.shown)
                product   monthly en-US
                message   \(Self.message)
                header    Stay
                body      Please.
                image     A door
                bullets   More; Less
                proposal  \(text)

                """
        )
    }

    @Test("The real-time URL is shown, and every place of a default message")
    func places() throws {
        try upload()
        let retention = try trial.store().retention
        try retention.setRealtimeURL(try RetentionSettings.url("https://shop.example/stay"))
        let place = try DefaultMessagePlace(productID: "monthly", locale: "de-DE")
        try retention.setDefaultMessage(try #require(UUID(uuidString: Self.message)), at: place)
        let shown = trial.run("retention", "show").output
        #expect(shown.hasPrefix("Requests are sent to https://shop.example/stay.\nNo images.\n"))
        #expect(shown.hasSuffix("  APPROVED  monthly en-US, monthly de-DE\n"))
    }

    @Test("A review is of an image or of a message, and not of both")
    func subjects() {
        let both = ["--image", Self.message, "--message", Self.message]
        let outcome = trial.run(list: ["retention", "review", "APPROVED"] + both)
        #expect(outcome.status == .usage)
        #expect(outcome.errors.contains("Give either --image or --message."))
    }

    @Test("A step chooses to cancel, reviews, and expects what is shown")
    func scenario() throws {
        try upload()
        let ledger = trial.path("shop.ledger")
        let steps = """
            {"steps": [
              {"chooseToCancel": "monthly", "shown": "message", "fallback": "noRealtimeURL"},
              {"reviewRetention": {"message": "\(Self.message)", "state": "PENDING"}},
              {"chooseToCancel": 1, "shown": "nothing", "fallback": "noDefaultMessage"},
              {"setAutoRenew": "monthly", "isEnabled": false},
              {"chooseToCancel": "last", "refused": "unsuitableTransaction"},
              {"chooseToCancel": "gold", "refused": "unknownProduct"}
            ]}
            """
        try trial.write(steps, to: "steps.json")
        let outcome = trial.run("scenario", trial.path("steps.json"), "--store", ledger)
        #expect(outcome.status == .success, "\(outcome.output)\(outcome.errors)")
    }

    @Test("A page that is not as expected stops the scenario")
    func unmet() {
        let steps = """
            {"steps": [
              {"buy": "monthly"},
              {"chooseToCancel": "monthly", "shown": "promotionalOffer", "fallback": "none"}
            ]}
            """
        let outcome = trial.run("scenario", "-", input: steps)
        #expect(outcome.status == .refused)
        #expect(
            outcome.output == """
                ok     step 1, line 2: buy monthly
                FAILED step 2, line 3: chooseToCancel monthly
                       shown
                         expected: promotionalOffer
                         found:    nothing
                       fallback
                         expected: none
                         found:    noDefaultMessage
                Step 2 of 2 is not as expected.

                """
        )
    }
}
