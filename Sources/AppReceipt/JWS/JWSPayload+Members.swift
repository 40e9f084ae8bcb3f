package import Foundation
import StrictJSON

// A payload without a signature, for a store that signs it later.
extension JWSPayload {
    /// The payload as a JSON object in UTF-8.
    ///
    /// - Throws: An error if a property has no form in a document.
    package var json: Data {
        get throws {
            var writer = JSONWriter()
            writer.write(.object(try Self.coding.encode(self)))
            return Data(writer.bytes)
        }
    }

    /// Makes a payload of a JSON object.
    ///
    /// - Throws: An error if the JSON is not an object, or a member has a wrong value.
    package init(json: Data) throws {
        self = try Self.coding.decode(try JSONParser.object(in: Array(json)))
    }
}
