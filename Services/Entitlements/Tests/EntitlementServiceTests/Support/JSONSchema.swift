import Foundation

/// The schemas of a description in OpenAPI, as far as the description uses JSON Schema.
///
/// The description is JSON that does not change.
struct JSONSchema: @unchecked Sendable {
    /// The whole description, for resolving references.
    let description: [String: Any]

    /// The differences between a value and a schema, each with its place.
    ///
    /// Members that a schema does not name are differences, too.
    func problems(of value: Any, _ schema: [String: Any], at place: String = "") -> [String] {
        let schema = resolved(schema)
        let alternatives = schema["oneOf"] ?? schema["anyOf"]
        if let alternatives = alternatives as? [[String: Any]] {
            let fits = alternatives.contains { problems(of: value, $0, at: place).isEmpty }
            return fits ? [] : ["\(place): fits no alternative: \(value)"]
        }
        var found: [String] = []
        if let allowed = schema["enum"] as? [String], !allowed.contains(value as? String ?? "") {
            found.append("\(place): \(value) is none of \(allowed)")
        }
        let types = (schema["type"] as? [String]) ?? [schema["type"] as? String].compactMap { $0 }
        guard types.isEmpty || types.contains(where: { Self.isValue(value, of: $0) }) else {
            return found + ["\(place): \(value) is not of type \(types)"]
        }
        switch value {
        case let text as String: found += problems(of: text, schema, at: place)
        case let elements as [Any]:
            let items = schema["items"] as? [String: Any] ?? [:]
            for (index, element) in elements.enumerated() {
                found += problems(of: element, items, at: "\(place)/\(index)")
            }
        case let object as [String: Any]: found += problems(of: object, schema, at: place)
        case let number as NSNumber where !Self.isFlag(number):
            let least = schema["minimum"] as? Double ?? -.infinity
            let greatest = schema["maximum"] as? Double ?? .infinity
            if !(least...greatest).contains(number.doubleValue) {
                found.append("\(place): \(number)")
            }
        default: break
        }
        return found
    }

    /// The schema that a reference names; others stay as they are.
    func resolved(_ schema: [String: Any]) -> [String: Any] {
        guard let reference = schema["$ref"] as? String else { return schema }
        var part: Any = description
        for name in reference.dropFirst(2).split(separator: "/") {
            part = (part as? [String: Any])?[String(name)] ?? [String: Any]()
        }
        return resolved(part as? [String: Any] ?? [:])
    }

    private func problems(
        of text: String,
        _ schema: [String: Any],
        at place: String
    ) -> [String] {
        var isValid = true
        if let pattern = schema["pattern"] as? String {
            isValid = text.range(of: pattern, options: .regularExpression) != nil
        }
        switch schema["format"] as? String {
        case "uuid": isValid = isValid && UUID(uuidString: text) != nil
        case "date-time": isValid = isValid && (try? Date(text, strategy: .iso8601)) != nil
        default: break
        }
        let lengths = (schema["minLength"] as? Int ?? 0)...(schema["maxLength"] as? Int ?? .max)
        isValid = isValid && lengths.contains(text.unicodeScalars.count)
        return isValid ? [] : ["\(place): \(text)"]
    }

    private func problems(
        of object: [String: Any],
        _ schema: [String: Any],
        at place: String
    ) -> [String] {
        let members = schema["properties"] as? [String: [String: Any]]
        let others = schema["additionalProperties"] as? [String: Any]
        var problems = (schema["required"] as? [String] ?? [])
            .filter { object[$0] == nil }
            .map { "\(place)/\($0) is missing" }
        guard members != nil || others != nil else { return problems }
        for (name, value) in object {
            guard let member = members?[name] ?? others else {
                problems.append("\(place)/\(name) is not described")
                continue
            }
            problems += self.problems(of: value, member, at: "\(place)/\(name)")
        }
        return problems
    }

    private static func isFlag(_ number: NSNumber) -> Bool {
        number === NSNumber(value: true) || number === NSNumber(value: false)
            || String(cString: number.objCType) == "c"
    }

    private static func isValue(_ value: Any, of type: String) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "null": value is NSNull
        case "boolean": (value as? NSNumber).map(isFlag) ?? false
        case "integer":
            (value as? NSNumber).map { !isFlag($0) && $0.doubleValue.rounded() == $0.doubleValue }
                ?? false
        default: false
        }
    }
}
