import Foundation
package import LocalAppStore
package import StrictJSON

/// The result of Apple's review of an image or a message, for tests of the other results.
package struct RetentionReview: StoreAction {
    private let subject: ReviewSubject
    private let state: ReviewState

    package enum Name: String, StoreActionName {
        case reviewRetention

        package var members: [String] { ["image", "message", "state"] }
    }

    package init(_ name: Name, _ node: JSONNode) throws(JSONMismatch) {
        let image = try node["image"].given?.uuid()
        let message = try node["message"].given?.uuid()
        switch (image, message) {
        case (let id?, nil): subject = .image(id)
        case (nil, let id?): subject = .message(id)
        default:
            throw JSONMismatch(path: node.path, reason: "expected either image or message")
        }
        state = try node["state"].choice(of: ReviewState.allCases)
    }

    package func run(in store: Store) throws(StoreError) {
        try store.retention.setState(state, of: subject)
    }
}
