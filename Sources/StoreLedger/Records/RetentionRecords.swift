package import Foundation
import GRDB
package import StoreModel
import StrictJSON

extension RetentionImage: LedgerRecord {
    static let table = "retentionImage"

    init(_ row: RowDecoder) throws {
        self.init(
            identifier: try row.value("identifier"),
            size: try row.value("size"),
            width: try row.value("width"),
            height: try row.value("height"),
            state: try row.value("state")
        )
    }
}

extension RetentionImage.Size: ColumnValue {}
extension ReviewState: ColumnValue {}

extension UploadedMessage: LedgerRecord {
    static let table = "retentionMessage"

    init(_ row: RowDecoder) throws {
        let content = try row.value("content", as: "the JSON of a message") { (text: String) in
            try? RetentionMessage(JSONNode(document: Array(text.utf8)))
        }
        self.init(
            identifier: try row.value("identifier"),
            content: content,
            state: try row.value("state")
        )
    }
}

extension DefaultMessage: LedgerRecord {
    static let table = "defaultMessage"

    init(_ row: RowDecoder) throws {
        let productID: String = try row.value("productID")
        let place = try row.value("locale", as: "a locale") { (locale: String) in
            try? DefaultMessagePlace(productID: productID, locale: locale)
        }
        self.init(place: place, messageIdentifier: try row.value("messageIdentifier"))
    }
}

extension LedgerReader {
    package func retentionImages() throws -> [RetentionImage] {
        try records(where: "true ORDER BY id")
    }

    package func retentionImage(_ identifier: UUID) throws -> RetentionImage? {
        try record(where: "identifier = ?", [identifier])
    }

    package func uploadedMessages() throws -> [UploadedMessage] {
        try records(where: "true ORDER BY id")
    }

    /// A message with its images.
    package func illustratedMessage(_ identifier: UUID) throws -> IllustratedMessage? {
        let found: UploadedMessage? = try record(where: "identifier = ?", [identifier])
        return try found.map { message in
            let images = try message.content.images.compactMap { try retentionImage($0.identifier) }
            return IllustratedMessage(message: message, images: images)
        }
    }

    package func defaultMessages() throws -> [DefaultMessage] {
        try records(where: "true ORDER BY id")
    }

    package func defaultMessage(at place: DefaultMessagePlace) throws -> DefaultMessage? {
        try record(where: "productID = ? AND locale = ?", [place.productID, place.locale])
    }
}

extension LedgerWriter {
    package func insert(_ image: RetentionImage) throws {
        try execute(
            """
            INSERT INTO retentionImage (identifier, size, width, height, state)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                image.identifier, image.size.rawValue, image.width, image.height,
                image.state.rawValue,
            ]
        )
    }

    package func insert(_ message: UploadedMessage) throws {
        let content = String(decoding: message.content.json.bytes, as: UTF8.self)
        try execute(
            "INSERT INTO retentionMessage (identifier, content, state) VALUES (?, ?, ?)",
            [message.identifier, content, message.state.rawValue]
        )
    }

    package func setState(_ state: ReviewState, of subject: ReviewSubject) throws {
        let (table, identifier) =
            switch subject {
            case .image(let identifier): (RetentionImage.table, identifier)
            case .message(let identifier): (UploadedMessage.table, identifier)
            }
        try execute(
            "UPDATE \(table) SET state = ? WHERE identifier = ?",
            [state.rawValue, identifier]
        )
    }

    package func deleteImage(_ identifier: UUID) throws {
        try execute("DELETE FROM retentionImage WHERE identifier = ?", [identifier])
    }

    /// Deletes a message, also where it is the default.
    package func deleteMessage(_ identifier: UUID) throws {
        try execute("DELETE FROM retentionMessage WHERE identifier = ?", [identifier])
        try execute("DELETE FROM defaultMessage WHERE messageIdentifier = ?", [identifier])
    }

    package func setDefaultMessage(_ identifier: UUID, at place: DefaultMessagePlace) throws {
        try deleteDefaultMessage(at: place)
        try execute(
            "INSERT INTO defaultMessage (productID, locale, messageIdentifier) VALUES (?, ?, ?)",
            [place.productID, place.locale, identifier]
        )
    }

    package func deleteDefaultMessage(at place: DefaultMessagePlace) throws {
        try execute(
            "DELETE FROM defaultMessage WHERE productID = ? AND locale = ?",
            [place.productID, place.locale]
        )
    }
}
