import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StoreTestSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Rows of retention messages", .timeLimit(.minutes(10)))
struct RetentionRowTests {
    @Test("Uploads have the names of Apple's requests, with their state")
    func uploads() throws {
        let row = try RetentionRow(of: RetentionSample.store())
        let (image, message) = (RetentionSample.image, RetentionSample.message)
        let expected = try JSONValue(
            text: """
                {
                  "realtimeURL": "https://shop.example/retention",
                  "images": [
                    {"identifier": "\(image)", "size": "FULL_SIZE", "width": 3840, "height": 160,
                     "state": "APPROVED"},
                    {"identifier": "\(RetentionSample.bullet)", "size": "BULLET_POINT",
                     "width": 64, "height": 64, "state": "APPROVED"}
                  ],
                  "messages": [{
                    "identifier": "\(message)", "header": "Stay", "body": "Please.",
                    "headerPosition": "ABOVE_IMAGE", "state": "APPROVED",
                    "image": {"imageIdentifier": "\(image)", "altText": "Two birds"},
                    "bulletPoints": [{"text": "More", "altText": "A star",
                                      "imageIdentifier": "\(RetentionSample.bullet)"}]
                  }],
                  "defaultMessages": [
                    {"productID": "monthly", "locale": "en-US", "messageIdentifier": "\(message)"}
                  ]
                }
                """
        )
        #expect(row.json == expected)
    }

    @Test("A page names what it shows, and an offer as a purchase does")
    func screens() throws {
        let rows = try RetentionSample.screens().map(\.json)
        let expected: [(shown: String, member: String?, json: String)] = [
            ("nothing", nil, ""), ("message", nil, ""),
            (
                "alternateProduct", "alternateProduct",
                #"{"productID": "gold", "billingPlan": "monthly"}"#
            ),
            (
                "promotionalOffer", "promotionalOffer",
                #"{"productID": "monthly", "offer": {"kind": "promotional", "id": "loyal"}}"#
            ),
            ("advancedCommerceInfo", "advancedCommerceData", "e30="),
        ]
        #expect(expected.map(\.shown) == RetentionScreen.kinds)
        for (row, (shown, member, json)) in zip(rows, expected) {
            #expect(row["shown"]?.text == shown)
            guard let member else { continue }
            let value = try? JSONValue(text: json)
            #expect(row[member] == value ?? .string(json))
        }
    }

    @Test("Each fallback has a reason of its own, and a sentence")
    func fallbacks() {
        let id = UUID()
        let fallbacks: [RetentionFallback] = [
            .noDefaultMessage, .noRealtimeURL, .failedRequest(.timedOut),
            .failedRequest(.socketIssue), .status(500), .invalidResponse(reason: "no JSON"),
            .unknownMessage(id), .messageNotApproved(id, .pending),
            .imageNotApproved(id, .rejected),
        ]
        #expect(fallbacks.map(\.reason) == RetentionFallback.Reason.allCases)
        let details = fallbacks.map(\.detail)
        #expect(Set(details).count == details.count)
        let name = id.uuidString.lowercased()
        #expect(details.filter { $0.contains(name) }.count == 3)
        #expect(details[4] == "The status of the response is 500 instead of 200.")
        #expect(details[8] == "The state of the image \(name) is REJECTED.")
    }
}

/// A message with everything that one can have.
enum RetentionSample {
    static let image = "00000000-0000-4000-8000-000000000001"
    static let bullet = "00000000-0000-4000-8000-000000000002"
    static let message = "00000000-0000-4000-8000-000000000003"

    static func store() throws -> Store {
        let store = try SampleShop.emptyStore()
        let retention = store.retention
        let (image, bullet) = (try identifier(image), try identifier(bullet))
        try retention.uploadImage(image, .fullSize, png: SamplePNG().data)
        try retention.uploadImage(bullet, .bulletPoint, png: SamplePNG.bulletPoint.data)
        let json = """
            {"header": "Stay", "body": "Please.", "headerPosition": "ABOVE_IMAGE",
             "image": {"imageIdentifier": "\(image)", "altText": "Two birds"},
             "bulletPoints": [
               {"text": "More", "imageIdentifier": "\(bullet)", "altText": "A star"}
             ]}
            """
        let content = try RetentionMessage(JSONNode(document: Array(json.utf8)))
        try retention.uploadMessage(try identifier(message), content)
        let place = try DefaultMessagePlace(productID: "monthly", locale: "en-US")
        try retention.setDefaultMessage(try identifier(message), at: place)
        try retention.setRealtimeURL(try RetentionSettings.url("https://shop.example/retention"))
        return store
    }

    /// A page of each kind, in the order of their names.
    static func screens() throws -> [RetentionScreen] {
        let store = try store()
        let message = IllustratedMessage(
            message: try store.retention.messages()[0],
            images: try store.retention.images()
        )
        let place = try DefaultMessagePlace(productID: "monthly", locale: "en-US")
        let proposals: [RetentionScreen.Proposal] = [
            .none, .alternateProduct(id: "gold", billingPlan: .monthly),
            .promotionalOffer(id: "loyal", productID: "monthly"), .advancedCommerce(data: "e30="),
        ]
        return [RetentionScreen(place: place, message: nil, fallback: .noDefaultMessage)]
            + proposals.map { RetentionScreen(place: place, message: message, proposal: $0) }
    }

    private static func identifier(_ text: String) throws -> UUID {
        try #require(UUID(uuidString: text))
    }
}
