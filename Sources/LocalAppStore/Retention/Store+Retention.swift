package import Foundation
import StoreLedger
package import StoreModel

// The developer's configuration, and its review. An error is `.refusedRequest` with Apple's code.
extension Store.Retention {
    /// Stores an image, whose identifier is new.
    package func uploadImage(
        _ identifier: UUID,
        _ size: RetentionImage.Size,
        png: Data
    ) throws(StoreError) {
        let state = ReviewState.initial(in: try store.receiptSettings.environment)
        let image = try refusing { () throws(ServerRequestRefusal) in
            try RetentionImage(identifier: identifier, size: size, png: png, state: state)
        }
        try store.change { writer, _ in
            let images = try writer.reader.retentionImages()
            guard !images.contains(where: { $0.identifier == identifier }) else {
                throw StoreError.refusedRequest(.imageExists)
            }
            guard images.count < RetentionImage.maximumCount else {
                throw StoreError.refusedRequest(.tooManyImages)
            }
            try writer.insert(image)
        }
    }

    /// Deletes an image that no message has.
    package func deleteImage(_ identifier: UUID) throws(StoreError) {
        try store.change { writer, _ in
            guard try writer.reader.retentionImage(identifier) != nil else {
                throw StoreError.refusedRequest(.unknownImage)
            }
            let isUsed = try writer.reader.uploadedMessages().contains { message in
                message.content.images.contains { $0.identifier == identifier }
            }
            guard !isUsed else { throw StoreError.refusedRequest(.imageInUse) }
            try writer.deleteImage(identifier)
        }
    }

    /// The images, in the order of their uploads.
    package func images() throws(StoreError) -> [RetentionImage] {
        try store.read { try $0.retentionImages() }
    }

    /// Stores a message under a new identifier; its images must exist.
    package func uploadMessage(
        _ identifier: UUID,
        _ content: RetentionMessage
    ) throws(StoreError) {
        let state = ReviewState.initial(in: try store.receiptSettings.environment)
        try store.change { writer, _ in
            let messages = try writer.reader.uploadedMessages()
            guard !messages.contains(where: { $0.identifier == identifier }) else {
                throw StoreError.refusedRequest(.messageExists)
            }
            guard messages.count < RetentionMessage.maximumCount else {
                throw StoreError.refusedRequest(.tooManyMessages)
            }
            let images = try content.images.compactMap {
                try writer.reader.retentionImage($0.identifier)
            }
            if let refusal = content.refusal(with: images) {
                throw StoreError.refusedRequest(refusal)
            }
            try writer.insert(
                UploadedMessage(identifier: identifier, content: content, state: state)
            )
        }
    }

    /// Deletes a message, also as a default message (inference).
    package func deleteMessage(_ identifier: UUID) throws(StoreError) {
        try store.change { writer, _ in
            guard try writer.reader.illustratedMessage(identifier) != nil else {
                throw StoreError.refusedRequest(.unknownMessage)
            }
            try writer.deleteMessage(identifier)
        }
    }

    /// The messages, in the order of their uploads.
    package func messages() throws(StoreError) -> [UploadedMessage] {
        try store.read { try $0.uploadedMessages() }
    }

    /// Sets the result of a review, as Apple's reviewers do.
    package func setState(
        _ state: ReviewState,
        of subject: ReviewSubject
    ) throws(StoreError) {
        try store.change { writer, _ in
            switch subject {
            case .image(let identifier):
                guard try writer.reader.retentionImage(identifier) != nil else {
                    throw StoreError.refusedRequest(.unknownImage)
                }
            case .message(let identifier):
                guard try writer.reader.illustratedMessage(identifier) != nil else {
                    throw StoreError.refusedRequest(.unknownMessage)
                }
            }
            try writer.setState(state, of: subject)
        }
    }
}

// MARK: - Default messages

extension Store.Retention {
    /// The default messages, in the order in which they were set.
    package func defaultMessages() throws(StoreError) -> [DefaultMessage] {
        try store.read { try $0.defaultMessages() }
    }

    /// Returns the identifier of the default message of a product in a locale.
    package func defaultMessage(at place: DefaultMessagePlace) throws(StoreError) -> UUID {
        let found = try store.read { try $0.defaultMessage(at: place) }
        guard let found else { throw .refusedRequest(.noDefaultMessage) }
        return found.messageIdentifier
    }

    /// Sets the default message of a product in a locale.
    ///
    /// That the product has to be a subscription of the catalog is inference.
    package func setDefaultMessage(
        _ identifier: UUID,
        at place: DefaultMessagePlace
    ) throws(StoreError) {
        guard store.catalog.product(withIdentifier: place.productID)?.subscription != nil else {
            throw .refusedRequest(.invalidProduct)
        }
        try store.change { writer, _ in
            guard let message = try writer.reader.illustratedMessage(identifier) else {
                throw StoreError.refusedRequest(.unknownMessage)
            }
            try refusing(message.requireApproval)
            try writer.setDefaultMessage(identifier, at: place)
        }
    }

    package func deleteDefaultMessage(at place: DefaultMessagePlace) throws(StoreError) {
        _ = try defaultMessage(at: place)
        try store.change { writer, _ in try writer.deleteDefaultMessage(at: place) }
    }
}

// MARK: - The real-time URL

extension Store.Retention {
    /// Returns the real-time URL in the environment of the store.
    package func realtimeURL() throws(StoreError) -> URL {
        guard let url = try configuredURL else {
            throw .refusedRequest(.noRealtimeURL)
        }
        return url
    }

    /// Sets the real-time URL in the environment of the store; `nil` removes it.
    package func setRealtimeURL(_ url: URL?) throws(StoreError) {
        let environment = try store.receiptSettings.environment
        if url == nil {
            _ = try realtimeURL()
        } else if environment == .production {
            let hasPassed = try store.read { try $0.hasPassedPerformanceTest() }
            guard hasPassed else { throw .refusedRequest(.noPassedPerformanceTest) }
        }
        try store.update(default: RetentionSettings()) { $0[environment] = url }
    }

    /// The real-time URL in the environment of the store; `nil` if none is configured.
    package var configuredURL: URL? {
        get throws(StoreError) {
            let environment = try store.receiptSettings.environment
            return try store.read { try $0.preference(default: RetentionSettings()) }[environment]
        }
    }
}

/// Makes the refusal of a rule an error of the store.
private func refusing<Value>(
    _ body: () throws(ServerRequestRefusal) -> Value
) throws(StoreError) -> Value {
    do throws(ServerRequestRefusal) {
        return try body()
    } catch {
        throw .refusedRequest(error)
    }
}
