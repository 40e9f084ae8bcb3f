import ArgumentParser

/// How many rows of a list a command shows.
struct ListOptions: ParsableArguments {
    /// The rows of a table without an option, as many as a person reads.
    private static let standardCount = 200

    @Option(
        help: .value(
            "count",
            "List at most so many, the oldest. (default: all in JSON, else the newest 200)"
        )
    )
    var limit: Int?

    @Option(help: .value("count", "List only the newest so many."))
    var last: Int?

    func validate() throws {
        guard limit == nil || last == nil else {
            throw ValidationError("Give --limit for the oldest, or --last for the newest.")
        }
        guard (limit ?? last ?? 1) > 0 else {
            throw ValidationError("The count of rows is at least 1.")
        }
    }

    /// Chooses the elements of a list, oldest first, that a report shows.
    ///
    /// - Parameters:
    ///   - all: The list.
    ///   - noun: The word for the elements, in the plural.
    ///   - output: The form of the report; JSON is complete without an option.
    ///   - kind: The word by which the summary counts an element; `nil` for none.
    /// - Returns: The excerpt.
    func excerpt<Element>(
        of all: [Element],
        _ noun: String,
        _ output: OutputOptions,
        kind: (Element) -> String? = { _ in nil }
    ) -> Excerpt<Element> {
        let count = limit ?? last ?? (output.json ? all.count : Self.standardCount)
        guard count < all.count else { return Excerpt(all) }
        let kinds = Dictionary(all.compactMap { kind($0).map { ($0, 1) } }, uniquingKeysWith: +)
        let counts = kinds.sorted { $0.key < $1.key }.map { "\($1) \($0)" }
        let place = limit == nil ? "newest" : "oldest"
        var summary = "The \(place) \(count) of \(all.count) \(noun)"
        if !counts.isEmpty { summary += " (\(counts.joined(separator: ", ")))" }
        summary += "; --limit \(all.count) lists all.\n"
        let elements = limit == nil ? all.suffix(count) : all.prefix(count)
        return Excerpt(Array(elements), summary: summary)
    }
}

/// The elements of a list that a report shows.
struct Excerpt<Element> {
    let elements: [Element]
    /// The line about the elements that are left out; empty without any.
    private(set) var summary = ""

    init(_ elements: [Element], summary: String = "") {
        self.elements = elements
        self.summary = summary
    }

    /// Returns the excerpt with other elements for the same ones.
    func map<Other>(_ transform: ([Element]) throws -> [Other]) rethrows -> Excerpt<Other> {
        Excerpt<Other>(try transform(elements), summary: summary)
    }
}
