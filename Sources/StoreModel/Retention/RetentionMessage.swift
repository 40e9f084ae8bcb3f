package import Foundation
package import StrictJSON

/// The content of a retention message, as the developer uploads it.
package struct RetentionMessage: Sendable, Equatable {
    package let header: String
    package let body: String
    package let image: Image?
    package let headerPosition: HeaderPosition?
    package let bulletPoints: [BulletPoint]

    package struct Image: Sendable, Equatable {
        package let identifier: UUID
        package let altText: String
    }

    package struct BulletPoint: Sendable, Equatable {
        package let text: String
        package let image: Image
    }

    /// The place of the header, with the names of Apple's `headerPosition`.
    package enum HeaderPosition: String, Sendable, CaseIterable {
        case aboveBody = "ABOVE_BODY"
        case aboveImage = "ABOVE_IMAGE"
    }

    /// The number of messages that an app can have; Apple's limit is not documented.
    package static let maximumCount = 2000

    /// The identifiers of the images with their sizes.
    package var images: [(identifier: UUID, size: RetentionImage.Size)] {
        (image.map { [($0.identifier, .fullSize)] } ?? [])
            + bulletPoints.map { ($0.image.identifier, .bulletPoint) }
    }

    /// Returns the refusal of a message for its images; `nil` if they suit.
    ///
    /// The code for an image of another size is inference.
    package func refusal(with uploaded: [RetentionImage]) -> ServerRequestRefusal? {
        for (identifier, size) in images {
            let image = uploaded.first { $0.identifier == identifier }
            guard let image else { return .unknownImage }
            guard image.size == size else { return .invalidImageSize }
        }
        return nil
    }
}

// The JSON of Apple's request *Upload Message*.
extension RetentionMessage {
    /// Reads the body of a request.
    ///
    /// - Throws: The first refusal, in the order of the members of Apple's documentation.
    package init(_ node: JSONNode) throws(ServerRequestRefusal) {
        header = try node.text("header", upTo: 66, .headerTooLong)
        body = try node.text("body", upTo: 144, .bodyTooLong)
        image = try node["image"].present.map { node throws(ServerRequestRefusal) in
            try Image(node)
        }
        headerPosition = try node.member("headerPosition") { node throws(JSONMismatch) in
            try node.present?.choice(of: HeaderPosition.allCases)
        }
        let points = try node.member("bulletPoints") { node throws(JSONMismatch) in
            try node.present?.elements()
        }
        guard points.map({ $0.count <= 5 }) ?? true else { throw .tooManyBulletPoints }
        bulletPoints = try (points ?? []).map { node throws(ServerRequestRefusal) in
            let text = try node.text("text", upTo: 66, .bulletPointTextTooLong)
            return BulletPoint(text: text, image: try Image(node))
        }
        guard image != nil || headerPosition != .aboveImage else {
            throw .aboveImageWithoutImage
        }
    }

    package var json: JSONValue { .object(members) }

    package var members: [String: JSONValue] {
        let members: [String: JSONValue?] = [
            "header": .string(header),
            "body": .string(body),
            "image": image.map { .object($0.members) },
            "headerPosition": headerPosition.map { .string($0.rawValue) },
            "bulletPoints": bulletPoints.isEmpty ? nil : .array(bulletPoints.map(\.json)),
        ]
        return members.compactMapValues(\.self)
    }
}

extension RetentionMessage.Image {
    fileprivate init(_ node: JSONNode) throws(ServerRequestRefusal) {
        identifier = try node.member("imageIdentifier") { node throws(JSONMismatch) in
            try node.uuid()
        }
        altText = try node.text("altText", upTo: 150, .altTextTooLong)
    }

    fileprivate var members: [String: JSONValue] {
        [
            "imageIdentifier": .string(identifier.uuidString.lowercased()),
            "altText": .string(altText),
        ]
    }
}

extension RetentionMessage.BulletPoint {
    fileprivate var json: JSONValue {
        .object(image.members.merging(["text": .string(text)]) { $1 })
    }
}

extension JSONNode {
    /// Reads a member, whose mismatch has no code of its own.
    fileprivate func member<Value>(
        _ name: String,
        _ read: (JSONNode) throws(JSONMismatch) -> Value
    ) throws(ServerRequestRefusal) -> Value {
        do throws(JSONMismatch) {
            return try read(self[name])
        } catch {
            throw .malformedRequest
        }
    }

    /// Reads a string of a limited length, in Unicode scalars as Apple's library for Python.
    fileprivate func text(
        _ name: String,
        upTo limit: Int,
        _ refusal: ServerRequestRefusal
    ) throws(ServerRequestRefusal) -> String {
        let text = try member(name) { node throws(JSONMismatch) in try node.plainText() }
        guard text.unicodeScalars.count <= limit else { throw refusal }
        return text
    }
}
