import StrictJSON

extension FaultPlan: Codable {
    /// Decodes a plan; throws a ``FormatError`` or a ``RuleError``.
    ///
    /// A decoder passes over a second member of one name; ``init(json:)`` refuses it.
    public init(from decoder: any Decoder) throws {
        let path = decoder.codingPath.reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
        }
        try self.init(JSONNode(JSONValue(from: decoder), at: path))
    }

    /// Encodes the plan as it is decoded.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}
