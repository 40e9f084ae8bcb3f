/// The value of `If-None-Match`: entity tags, or `*` for any (RFC 9110, 13.1.2).
struct EntityTagCondition {
    /// The tags with their quotes; `nil` for any.
    private let tags: [Substring]?

    /// Parses a field; `nil` if it is malformed.
    init?(_ field: String) {
        var rest = field[...]
        rest.skipWhitespace()
        guard rest.first != "*" else {
            rest.removeFirst()
            rest.skipWhitespace()
            guard rest.isEmpty else { return nil }
            tags = nil
            return
        }
        var tags: [Substring] = []
        while !rest.isEmpty {
            // A list may have empty elements (RFC 9110, 5.6.1.2).
            if rest.first != "," {
                guard let tag = rest.nextEntityTag() else { return nil }
                tags.append(tag)
                rest.skipWhitespace()
                guard rest.isEmpty || rest.first == "," else { return nil }
            }
            rest = rest.dropFirst()
            rest.skipWhitespace()
        }
        guard !tags.isEmpty else { return nil }
        self.tags = tags
    }

    /// Whether the condition names a tag, by the weak comparison (RFC 9110, 8.8.3.2).
    func matches(_ entityTag: String) -> Bool {
        tags?.contains { $0 == entityTag } ?? true
    }
}

extension Substring {
    fileprivate mutating func skipWhitespace() {
        self = drop { $0 == " " || $0 == "\t" }
    }

    /// Takes an entity tag without the sign of a weak one (RFC 9110, 8.8.3).
    fileprivate mutating func nextEntityTag() -> Substring? {
        let text = hasPrefix("W/") ? dropFirst(2) : self
        guard text.first == "\"" else { return nil }
        let content = text.dropFirst().unicodeScalars.prefix { scalar in
            scalar == "!" || (0x23...0x7E).contains(scalar.value) || scalar.value >= 0x80
        }
        guard content.endIndex < text.endIndex, text[content.endIndex] == "\"" else { return nil }
        let end = text.index(after: content.endIndex)
        self = self[end...]
        return text[..<end]
    }
}
