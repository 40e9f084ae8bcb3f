package import Foundation

/// An image that the developer uploaded for retention messages.
///
/// The ledger contains its dimensions, and not its pixels.
package struct RetentionImage: Sendable, Equatable {
    package let identifier: UUID
    package let size: Size
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    package let state: ReviewState

    package init(identifier: UUID, size: Size, width: Int, height: Int, state: ReviewState) {
        self.identifier = identifier
        self.size = size
        self.width = width
        self.height = height
        self.state = state
    }

    /// Reads an uploaded image.
    ///
    /// - Throws: `.invalidImage` unless it is a PNG without transparency, with the dimensions of
    ///   its size.
    package init(
        identifier: UUID,
        size: Size,
        png: Data,
        state: ReviewState
    ) throws(ServerRequestRefusal) {
        guard let image = OpaquePNG(png), size.permits(width: image.width, height: image.height)
        else { throw .invalidImage }
        self.init(
            identifier: identifier,
            size: size,
            width: image.width,
            height: image.height,
            state: state
        )
    }

    /// The place of an image, with the names of Apple's `imageSize`.
    package enum Size: String, Sendable, CaseIterable {
        case fullSize = "FULL_SIZE"
        case bulletPoint = "BULLET_POINT"

        /// Whether an image of the size has these dimensions.
        ///
        /// Source: Apple's documentation of uploading images. The dimensions of bullet points are
        /// inference.
        fileprivate func permits(width: Int, height: Int) -> Bool {
            switch self {
            case .fullSize: width == 3840 && (160...2160).contains(height)
            case .bulletPoint: width == height && (1...1024).contains(width)
            }
        }
    }

    /// The number of images that an app can have.
    package static let maximumCount = 2000
}

/// An upload that Apple reviews.
package enum ReviewSubject: Sendable, Equatable {
    case image(UUID)
    case message(UUID)
}

/// The result of Apple's review of an image or a message.
package enum ReviewState: String, Sendable, CaseIterable {
    case pending = "PENDING"
    case approved = "APPROVED"
    case rejected = "REJECTED"

    /// The state after the upload: there is a review in production only, which is inference.
    package static func initial(in environment: StoreEnvironment) -> ReviewState {
        environment == .production ? .pending : .approved
    }
}
