public import Foundation

/// The members of JSON objects that Apple documents, from `Fixtures/AppleMembers.json`.
///
/// A member of an object inside another, or inside a list, has a path such as `data.status`.
public enum AppleMembers {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/AppleMembers.json")

    /// The documented paths, by the name of a document or of a request whose response they are.
    public static func all() throws -> [String: Set<String>] {
        let json = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
        return (json as? [String: [String]] ?? [:]).mapValues(Set.init)
    }

    /// The paths of the members of an object; those inside of `opaque` members are left out.
    public static func paths(
        in json: Data,
        opaque: Set<String> = []
    ) throws -> Set<String> {
        paths(in: try JSONSerialization.jsonObject(with: json), at: "", opaque)
    }

    private static func paths(in json: Any, at place: String, _ opaque: Set<String>) -> Set<String>
    {
        if let elements = json as? [Any] {
            return elements.reduce(into: []) { $0.formUnion(paths(in: $1, at: place, opaque)) }
        }
        guard let members = json as? [String: Any] else { return [] }
        return members.reduce(into: []) { found, member in
            let path = place.isEmpty ? member.key : "\(place).\(member.key)"
            found.insert(path)
            guard !opaque.contains(path) else { return }
            found.formUnion(paths(in: member.value, at: path, opaque))
        }
    }
}
