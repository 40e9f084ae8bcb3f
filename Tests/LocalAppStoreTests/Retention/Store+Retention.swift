import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import LocalAppStore

extension UUID {
    /// An identifier that ends with a number.
    static func number(_ number: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    static let image = number(1)
    static let bullet = number(2)
    /// The default message of `monthly`.
    static let standard = number(3)
    static let chosen = number(4)
    /// A message with an image and a bullet point.
    static let illustrated = number(5)
}

extension RetentionMessage {
    /// Makes a message of the JSON of its members beside header and body.
    static func make(_ header: String = "Stay", _ members: String = "") throws -> RetentionMessage {
        let json = #"{"header":"\#(header)","body":"Please."\#(members)}"#
        return try RetentionMessage(JSONNode(document: Array(json.utf8)))
    }

    static func illustrated() throws -> RetentionMessage {
        try make(
            "Look",
            """
            ,"image":{"imageIdentifier":"\(UUID.image)","altText":"Two birds"},"bulletPoints":\
            [{"text":"More","imageIdentifier":"\(UUID.bullet)","altText":"A star"}]
            """
        )
    }
}

extension DefaultMessagePlace {
    static func monthly(_ locale: String = "en-US") throws -> DefaultMessagePlace {
        try DefaultMessagePlace(productID: "monthly", locale: locale)
    }
}

extension Store {
    /// Uploads images and messages, and makes one the default of `monthly`.
    func uploadRetention() throws {
        try retention.uploadImage(.image, .fullSize, png: SamplePNG().data)
        try retention.uploadImage(.bullet, .bulletPoint, png: SamplePNG.bulletPoint.data)
        try retention.uploadMessage(.standard, .make())
        try retention.uploadMessage(.chosen, .make("Wait"))
        try retention.uploadMessage(.illustrated, .illustrated())
        try retention.setDefaultMessage(.standard, at: .monthly())
    }

    func configureRealtimeURL(_ text: String = "http://127.0.0.1:1/") throws {
        try retention.setRealtimeURL(try RetentionSettings.url(text))
    }
}
