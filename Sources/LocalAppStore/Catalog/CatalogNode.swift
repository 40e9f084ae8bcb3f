import Foundation

/// A place in a catalog file and what stands there, which may be nothing.
struct CatalogNode {
    let value: JSONValue?
    let fileName: String
    let path: String

    /// The root of a file, which must be an object.
    static func root(of data: Data, fileName: String) throws(CatalogError) -> CatalogNode {
        let value: JSONValue
        let bytes = [UInt8](data)
        guard String(bytes: bytes, encoding: .utf8) != nil else {
            throw CatalogError(fileName: fileName, reason: "expected UTF-8 text")
        }
        do throws(JSONSyntaxError) {
            value = try JSONParser.parse(bytes)
        } catch {
            let reason = "not JSON at \(error.place(in: bytes)): \(error.reason)"
            throw CatalogError(fileName: fileName, reason: reason)
        }
        return try CatalogNode(value: value, fileName: fileName, path: "").object()
    }

    /// Whether there is anything but `null`.
    var isPresent: Bool { value != nil && value != .null }

    /// The member of an object; a node without a value where there is none.
    subscript(key: String) -> CatalogNode {
        let path = path.isEmpty ? key : "\(path).\(key)"
        guard case .object(let members) = value else {
            return CatalogNode(value: nil, fileName: fileName, path: path)
        }
        return CatalogNode(value: members[key], fileName: fileName, path: path)
    }

    /// The node itself, if it is an object.
    func object() throws(CatalogError) -> CatalogNode {
        guard case .object = value else { throw failure(expected: "an object") }
        return self
    }

    /// The node itself, if it is an object, `null` or nothing.
    func optionalObject() throws(CatalogError) -> CatalogNode {
        isPresent ? try object() : self
    }

    /// The elements of a list; none where it is missing or `null`.
    func elements() throws(CatalogError) -> [CatalogNode] {
        guard isPresent else { return [] }
        guard case .array(let values) = value else { throw failure(expected: "a list") }
        return values.enumerated().map { index, value in
            CatalogNode(value: value, fileName: fileName, path: "\(path)[\(index)]")
        }
    }

    /// The error that something else was expected here.
    func failure(expected: String) -> CatalogError {
        let found = value.map { "found \($0.quoted)" } ?? "it is missing"
        return CatalogError(
            fileName: fileName,
            path: path,
            reason: "expected \(expected), but \(found)"
        )
    }
}
