package import Foundation
package import StrictJSON

/// Reads a catalog file to its end, and collects its mistakes.
///
/// After a mistake, reading continues with an arbitrary value: a file with mistakes returns
/// nothing.
package struct CatalogReader {
    private var mistakes: [CatalogError.Mistake] = []

    private static let limit = 100

    /// Returns the value that `read` makes of the document in a file, or throws all its mistakes.
    package static func read<Value>(
        _ data: Data,
        fileName: String,
        _ read: (JSONNode, inout CatalogReader) -> Value
    ) throws(CatalogError) -> Value {
        var reader = CatalogReader()
        let root = reader.value(try JSONNode(document: [UInt8](data)), or: JSONNode(nil))
        let value = reader.hasNoMistakes ? read(root, &reader) : nil
        guard let value, reader.hasNoMistakes else {
            throw CatalogError(fileName: fileName, mistakes: reader.mistakes)
        }
        return value
    }

    var hasNoMistakes: Bool { mistakes.isEmpty }

    /// Returns a value, or another one after a mistake.
    package mutating func value<Value>(
        _ read: @autoclosure () throws(JSONMismatch) -> Value,
        or other: @autoclosure () -> Value
    ) -> Value {
        do throws(JSONMismatch) {
            return try read()
        } catch {
            record(error)
            return other()
        }
    }

    /// Returns the elements of a list; none if it is missing, `null` or a mistake.
    package mutating func elements(_ node: JSONNode) -> [JSONNode] {
        value(try node.optionalElements(), or: [])
    }

    /// Returns the values of a list of names; none if it is missing, `null` or a mistake.
    mutating func choices<Choice>(_ node: JSONNode) -> Set<Choice>
    where Choice: RawRepresentable<String> & CaseIterable & Hashable {
        var choices: Set<Choice> = []
        for element in elements(node) {
            guard let choice = value(try element.choice(of: Choice.allCases), or: nil) else {
                continue
            }
            choices.insert(choice)
        }
        return choices
    }

    /// Returns whether the node is an object; any other is a mistake.
    package mutating func isObject(_ node: JSONNode) -> Bool {
        value(try node.object(), or: JSONNode(nil)).isPresent
    }

    /// Checks a value that is not needed.
    package mutating func check<Value>(_ read: @autoclosure () throws(JSONMismatch) -> Value) {
        _ = value(try read(), or: nil)
    }

    private mutating func record(_ mismatch: JSONMismatch) {
        guard mistakes.count < Self.limit else { return }
        mistakes.append(CatalogError.Mistake(path: mismatch.path, reason: mismatch.reason))
    }

    /// Adds misspelled keys to the mistakes of the members that are missing because of them.
    mutating func explainMissingMembers(of root: JSONNode, by schema: CatalogSchema) {
        let misspelled = schema.misspelledKeys(in: root).filter { $0.meant.given == nil }
        let keys = Dictionary(misspelled.map { ($0.meant.path, $0.node) }) { first, _ in first }
        for index in mistakes.indices {
            guard let key = keys[mistakes[index].path] else { continue }
            mistakes[index].reason += "; did you misspell it in \(key.path)?"
        }
    }

    /// Checks that all strings among the nodes are different; other nodes are ignored.
    mutating func requireDistinct(_ nodes: [JSONNode]) {
        var places: [ByteExactString: String] = [:]
        for node in nodes {
            guard case .string(let text) = node.value, !text.isEmpty else { continue }
            if let place = places[ByteExactString(text)] {
                record(node.mismatch(expected: "an identifier other than that of \(place)"))
            } else {
                places[ByteExactString(text)] = node.path
            }
        }
    }
}
