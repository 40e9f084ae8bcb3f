import Foundation

/// Files of settings in JSON.
///
/// An unknown member is an error, so that a misspelt setting doesn't get its default.
enum StrictFile {
    /// Decodes a file.
    ///
    /// - Parameters:
    ///   - data: The content of the file.
    ///   - name: The name of the file in errors.
    ///   - members: The known members of the objects at each path; `*` is any name.
    /// - Returns: The decoded value.
    /// - Throws: An error with the path of the first mistake.
    static func decode<Value: Decodable>(
        _ data: Data,
        name: String,
        members: [String: [String]]
    ) throws(ConfigurationError) -> Value {
        do {
            let object = try JSONSerialization.jsonObject(with: data)
            if let unknown = unknownMember(in: object, at: "", members) {
                throw ConfigurationError("\(name): unknown member \(unknown).")
            }
            return try JSONDecoder().decode(Value.self, from: data)
        } catch let error as ConfigurationError {
            throw error
        } catch let error as DecodingError {
            throw ConfigurationError("\(name): \(describe(error))")
        } catch {
            throw ConfigurationError("\(name) is not JSON: \(error.localizedDescription)")
        }
    }

    private static func unknownMember(
        in value: Any,
        at path: String,
        _ members: [String: [String]]
    ) -> String? {
        if let list = value as? [Any] {
            return list.lazy.compactMap { unknownMember(in: $0, at: path, members) }.first
        }
        guard let object = value as? [String: Any] else { return nil }
        for (name, member) in object.sorted(by: { $0.key < $1.key }) {
            let place = path.isEmpty ? name : "\(path).\(name)"
            if let known = members[path], !known.contains(name) { return place }
            let wildcard = path.isEmpty ? "*" : "\(path).*"
            let next = members[wildcard] == nil ? place : wildcard
            if let unknown = unknownMember(in: member, at: next, members) { return unknown }
        }
        return nil
    }

    private static func describe(_ error: DecodingError) -> String {
        let context: DecodingError.Context
        switch error {
        case .keyNotFound(let key, let found):
            return "\(path(found.codingPath + [key])) is missing."
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
            context = found
        @unknown default: return "\(error)"
        }
        let place = path(context.codingPath)
        return place.isEmpty ? context.debugDescription : "\(place): \(context.debugDescription)"
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            .trimmingCharacters(in: ["."])
    }
}
