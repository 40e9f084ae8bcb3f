package import Foundation
package import StrictJSON

/// The OpenAPI document of the control API, by which tests check every response.
///
/// It knows as much of JSON Schema as the document uses.
package struct APIDescription {
    package let document: JSONValue

    package init() throws {
        let sources = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/LocalAppStoreServer")
        let file = sources.appendingPathComponent("Control/openapi.json")
        document = .object(try JSONParser.object(in: Array(try Data(contentsOf: file))))
    }

    /// The methods with their paths, as in `GET /store`.
    package var operations: Set<String> {
        Set(allOperations.map { "\($0.method) \($0.path)" })
    }

    /// The names of the operations that change something.
    package var requestNames: [String] {
        allOperations.filter { $0.method != "GET" }.compactMap { $0.item["operationId"]?.text }
    }

    package typealias Operation = (method: String, path: String, item: JSONValue)

    /// Returns the operation with a name.
    package func operation(named name: String) -> Operation? {
        allOperations.first { $0.item["operationId"] == .string(name) }
    }

    private var allOperations: [Operation] {
        let methods = ["get", "put", "post", "patch", "delete"]
        return (document["paths"]?.members ?? [:]).flatMap { path, item in
            (item.members ?? [:]).filter { methods.contains($0.key) }
                .map { ($0.key.uppercased(), path, $0.value) }
        }
    }

    /// The schema of an operation's requests; an empty one if they have no body, `nil` if there is
    /// no such operation.
    package func requestSchema(ofOperation name: String) -> JSONValue? {
        guard let operation = operation(named: name)?.item else { return nil }
        let content = operation["requestBody"]?["content"]?["application/json"]
        return content?["schema"].map(resolved) ?? .object([:])
    }

    /// The error in a response to a request; `nil` for a valid response.
    package func problem(
        withResponseTo method: String,
        _ path: String,
        status: Int,
        contentType: String?,
        body: Data
    ) -> String? {
        guard let operation = operation(method, path) else { return "\(method) \(path) is missing" }
        guard let described = operation["responses"]?["\(status)"].map(resolved),
            let media = described["content"]?.members?.first
        else { return "\(method) \(path) has no status \(status)" }
        guard contentType == media.key else { return "another media type" }
        guard media.key == "application/json", let schema = media.value["schema"] else {
            return nil
        }
        guard let body = try? JSONParser.object(in: Array(body)) else { return "no JSON" }
        return problem(with: .object(body), schema, at: "\(method) \(path)")
    }

    /// The error in a value by a schema of the components; `nil` for a valid value.
    package func problem(with value: JSONValue, byComponent name: String) -> String? {
        problem(with: value, .object(["$ref": .string("#/components/schemas/\(name)")]), at: name)
    }

    private func operation(_ method: String, _ path: String) -> JSONValue? {
        let segments = path.split(separator: "/")
        let item = document["paths"]?.members?.filter { name, _ in
            let pattern = name.split(separator: "/")
            return pattern.count == segments.count
                && zip(pattern, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        // A path without parameters goes before one with them.
        return item?.min { !$0.key.contains("{") && $1.key.contains("{") }?
            .value[method.lowercased()]
    }

    private func resolved(_ value: JSONValue) -> JSONValue {
        guard case .string(let reference)? = value["$ref"] else { return value }
        let names = reference.split(separator: "/").dropFirst().map(String.init)
        return names.reduce(document) { $0[$1] ?? .null }
    }

    private func problem(with value: JSONValue, _ schema: JSONValue, at place: String) -> String? {
        let schema = resolved(schema)
        if let choices = schema["oneOf"]?.elements {
            let problems = choices.map { problem(with: value, $0, at: place) }
            return problems.count { $0 == nil } == 1 ? nil : "\(place): \(problems)"
        }
        if let type = schema["type"], !(type.elements ?? [type]).contains(where: value.isOf) {
            return "\(place) is \(value.quoted)"
        }
        if let choices = schema["enum"]?.elements, !choices.contains(value) {
            return "\(place) is \(value.quoted)"
        }
        if let number = value.decimal, !schema.limits.contains(number) {
            return "\(place) is \(value.quoted)"
        }
        if let elements = value.elements, let item = schema["items"] {
            return elements.lazy.compactMap { problem(with: $0, item, at: "\(place)[]") }.first
        }
        guard let members = value.members else { return nil }
        return problem(with: members, schema, at: place)
    }

    private func problem(
        with members: [String: JSONValue],
        _ schema: JSONValue,
        at place: String
    ) -> String? {
        for name in schema["required"]?.elements ?? [] where members[name.quotedText] == nil {
            return "\(place) lacks \(name.quotedText)"
        }
        for (name, value) in members {
            let rest = schema["additionalProperties"]
            guard let member = schema["properties"]?[name] ?? rest else { continue }
            if member == .bool(false) { return "\(place) has \(name)" }
            if let problem = problem(with: value, member, at: "\(place).\(name)") { return problem }
        }
        return nil
    }
}

extension JSONValue {
    fileprivate var quotedText: String { if case .string(let text) = self { text } else { "" } }

    fileprivate var decimal: Decimal? {
        if case .number(let text) = self { Decimal(string: text) } else { nil }
    }

    /// The numbers from the `minimum` to the `maximum` of a schema.
    fileprivate var limits: ClosedRange<Decimal> {
        let minimum = self["minimum"]?.decimal ?? -.greatestFiniteMagnitude
        return minimum...(self["maximum"]?.decimal ?? .greatestFiniteMagnitude)
    }

    /// Whether the value has a type of JSON Schema.
    fileprivate func isOf(_ type: JSONValue) -> Bool {
        switch (self, type.quotedText) {
        case (.object, "object"), (.array, "array"), (.string, "string"), (.bool, "boolean"),
            (.null, "null"), (.number, "number"):
            true
        case (.number(let text), "integer"): Int64(text) != nil || UInt64(text) != nil
        default: false
        }
    }
}
