package import Foundation

/// A message that the developer uploaded, with the state of its review.
package struct UploadedMessage: Sendable, Equatable {
    package let identifier: UUID
    package let content: RetentionMessage
    package let state: ReviewState

    package init(identifier: UUID, content: RetentionMessage, state: ReviewState) {
        self.identifier = identifier
        self.content = content
        self.state = state
    }
}

/// A message with its images, as a customer would see it.
package struct IllustratedMessage: Sendable, Equatable {
    package let message: UploadedMessage
    /// The images that exist.
    package let images: [RetentionImage]

    package init(message: UploadedMessage, images: [RetentionImage]) {
        self.message = message
        self.images = images
    }

    /// The first image that is not approved.
    package var unapprovedImage: RetentionImage? { images.first { $0.state != .approved } }

    /// Throws unless the message can be a default message.
    package func requireApproval() throws(ServerRequestRefusal) {
        guard message.state == .approved else { throw .messageNotApproved }
        guard unapprovedImage == nil else { throw .imageNotApproved }
    }
}
