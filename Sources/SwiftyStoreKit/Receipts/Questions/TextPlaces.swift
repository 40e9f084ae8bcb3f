/// A place for each of some texts.
///
/// A few texts are compared one by one, which is faster than to hash them.
struct TextPlaces: Equatable, Sendable {
    static let few = 8

    private struct Entry: Equatable, Sendable {
        let text: String
        var place: Int32
    }

    private var entries: [Entry] = []
    private var places: [String: Int32] = [:]

    subscript(text: String) -> Int32? {
        guard places.isEmpty else { return places[text] }
        return entries.first { $0.text == text }?.place
    }

    /// Gives the text a place, and returns the one that it had.
    mutating func update(_ text: String, to place: Int32) -> Int32? {
        guard places.isEmpty else { return places.updateValue(place, forKey: text) }
        if let index = entries.firstIndex(where: { $0.text == text }) {
            let earlier = entries[index].place
            entries[index].place = place
            return earlier
        }
        add(Entry(text: text, place: place))
        return nil
    }

    mutating func reserve(_ count: Int) {
        if count > Self.few { places.reserveCapacity(count) }
    }

    private mutating func add(_ entry: Entry) {
        entries.append(entry)
        guard entries.count > Self.few else { return }
        for entry in entries { places[entry.text] = entry.place }
        entries = []
    }
}
