import AppReceipt
package import Foundation
package import LocalAppStore
package import StrictJSON

/// The retention messages of an app, with their images, defaults and URL.
package struct RetentionRow: Equatable, Sendable {
    package let images: [RetentionImage]
    package let messages: [UploadedMessage]
    package let defaultMessages: [DefaultMessage]
    /// The real-time URL; `nil` if none is configured.
    package let realtimeURL: URL?

    package init(of store: Store) throws(StoreError) {
        images = try store.retention.images()
        messages = try store.retention.messages()
        defaultMessages = try store.retention.defaultMessages()
        realtimeURL = try store.retention.configuredURL
    }

    package var json: JSONValue {
        .members([
            "images": .array(images.map(\.json)),
            "messages": .array(messages.map(\.json)),
            "defaultMessages": .array(defaultMessages.map(\.json)),
            "realtimeURL": realtimeURL.map { .string($0.absoluteString) },
        ])
    }
}

extension RetentionImage {
    fileprivate var json: JSONValue {
        .object([
            "identifier": .identifier(identifier),
            "size": .string(size.rawValue),
            "width": .number(width),
            "height": .number(height),
            "state": .string(state.rawValue),
        ])
    }
}

extension UploadedMessage {
    fileprivate var json: JSONValue {
        var members = content.members
        members["identifier"] = .identifier(identifier)
        members["state"] = .string(state.rawValue)
        return .object(members)
    }
}

extension DefaultMessage {
    fileprivate var json: JSONValue {
        .object([
            "productID": .string(place.productID),
            "locale": .string(place.locale),
            "messageIdentifier": .identifier(messageIdentifier),
        ])
    }
}

extension RetentionScreen {
    package var json: JSONValue {
        .members([
            "productID": .string(place.productID),
            "locale": .string(place.locale),
            "shown": .string(shown),
            "message": message?.message.json,
            "alternateProduct": proposal.alternateProduct,
            "promotionalOffer": proposal.promotionalOffer,
            "advancedCommerceData": proposal.advancedCommerceData,
            "fallback": fallback.map { fallback in
                .object([
                    "reason": .string(fallback.reason.rawValue),
                    "detail": .string(fallback.detail),
                ])
            },
        ])
    }

    /// The kind of the page: `nothing`, or the member of a response, as Apple names it.
    package var shown: String {
        guard message != nil else { return "nothing" }
        return switch proposal {
        case .none: "message"
        case .alternateProduct: "alternateProduct"
        case .promotionalOffer: "promotionalOffer"
        case .advancedCommerce: "advancedCommerceInfo"
        }
    }

    /// The values of ``shown``.
    package static let kinds = [
        "nothing", "message", "alternateProduct", "promotionalOffer", "advancedCommerceInfo",
    ]
}

extension RetentionScreen.Proposal {
    /// The product and the plan as a purchase requests them.
    fileprivate var alternateProduct: JSONValue? {
        guard case .alternateProduct(let id, let plan) = self else { return nil }
        return .members([
            "productID": .string(id), "billingPlan": plan.map { .string($0.name) },
        ])
    }

    /// The product and the offer as a purchase requests them.
    fileprivate var promotionalOffer: JSONValue? {
        guard case .promotionalOffer(let id, let productID) = self else { return nil }
        return .object([
            "productID": .string(productID),
            "offer": OfferName(of: .promotional(id: id)).json,
        ])
    }

    fileprivate var advancedCommerceData: JSONValue? {
        if case .advancedCommerce(let data) = self { .string(data) } else { nil }
    }
}

extension RetentionFallback {
    /// The name of a reason.
    package enum Reason: String, Sendable, CaseIterable {
        case noDefaultMessage
        case noRealtimeURL
        case late
        case failedRequest
        case status
        case invalidResponse
        case unknownMessage
        case messageNotApproved
        case imageNotApproved
    }

    package var reason: Reason {
        switch self {
        case .noDefaultMessage: .noDefaultMessage
        case .noRealtimeURL: .noRealtimeURL
        case .failedRequest(.timedOut): .late
        case .failedRequest: .failedRequest
        case .status: .status
        case .invalidResponse: .invalidResponse
        case .unknownMessage: .unknownMessage
        case .messageNotApproved: .messageNotApproved
        case .imageNotApproved: .imageNotApproved
        }
    }

    /// The reason as a sentence.
    package var detail: String {
        switch self {
        case .noDefaultMessage:
            "The product has no approved default message in this locale."
        case .noRealtimeURL: "No real-time URL is configured."
        case .failedRequest(.timedOut): "The server did not respond in time."
        case .failedRequest(let result): "The request failed with \(result.rawValue)."
        case .status(let status): "The status of the response is \(status) instead of 200."
        case .invalidResponse(let reason): "The response is invalid: \(reason)"
        case .unknownMessage(let id): "There is no message \(id.uuidString.lowercased())."
        case .messageNotApproved(let id, let state):
            "The state of the message \(id.uuidString.lowercased()) is \(state.rawValue)."
        case .imageNotApproved(let id, let state):
            "The state of the image \(id.uuidString.lowercased()) is \(state.rawValue)."
        }
    }
}
