import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// The page for a customer who chooses to cancel.
struct RetentionScreenReport: Report {
    let screen: RetentionScreen

    var json: JSONValue { screen.json }

    func text(_ style: TextStyle) -> String {
        let content = screen.message?.message.content
        return style.list([
            ("shown", screen.shown),
            ("because", screen.fallback.map { style.yellow($0.detail) }),
            ("product", "\(screen.place.productID) \(screen.place.locale)"),
            ("message", screen.message?.message.identifier.uuidString.lowercased()),
            ("header", content?.header),
            ("body", content?.body),
            ("image", content?.image?.altText),
            ("bullets", content?.bullets),
            ("proposal", screen.proposal.text),
        ])
    }
}

extension RetentionMessage {
    fileprivate var bullets: String? {
        bulletPoints.isEmpty ? nil : bulletPoints.map(\.text).joined(separator: "; ")
    }
}

extension RetentionScreen.Proposal {
    fileprivate var text: String? {
        switch self {
        case .none: nil
        case .alternateProduct(let id, let plan):
            [id, plan?.name].compactMap { $0 }.joined(separator: " ")
        case .promotionalOffer(let id, let productID):
            "\(productID) \(OfferName(of: .promotional(id: id)).text)"
        case .advancedCommerce(let data): data
        }
    }
}

/// The retention messages of an app.
struct RetentionReport: Report {
    let row: RetentionRow

    var json: JSONValue { row.json }

    func text(_ style: TextStyle) -> String {
        let url = row.realtimeURL.map { "Requests are sent to \($0.absoluteString)." }
        let images = TextTable(
            row.images,
            [
                .text("IMAGE") { $0.identifier.uuidString.lowercased() },
                .text("SIZE", \.size.rawValue),
                .number("WIDTH") { "\($0.width)" },
                .number("HEIGHT") { "\($0.height)" },
                .text("STATE", \.state.rawValue),
            ]
        )
        let messages = TextTable(
            row.messages,
            [
                .text("MESSAGE") { $0.identifier.uuidString.lowercased() },
                .text("HEADER", \.content.header),
                .text("STATE", \.state.rawValue),
                .text("DEFAULT OF", places),
            ]
        )
        return (url ?? "No real-time URL is configured.") + "\n"
            + images.text(style, ifEmpty: "No images.")
            + messages.text(style, ifEmpty: "No messages.")
    }

    /// The products and locales whose default a message is.
    private func places(of message: UploadedMessage) -> String {
        row.defaultMessages.filter { $0.messageIdentifier == message.identifier }
            .map { "\($0.place.productID) \($0.place.locale)" }
            .joined(separator: ", ")
    }
}
