/// The products of a table that a question is about, by their places.
struct AskedProducts {
    // A receipt of few products is asked without making an array.
    private var first: UInt64 = 0
    private var others: [Bool] = []

    init(count: Int, isAsked: Bool = false) {
        if isAsked { first = .max }
        if count > 64 { others = Array(repeating: isAsked, count: count - 64) }
    }

    func contains(_ place: Int32) -> Bool {
        place < 64 ? first & bit(place) != 0 : others[Int(place) - 64]
    }

    mutating func insert(_ place: Int32) {
        if place < 64 {
            first |= bit(place)
        } else {
            others[Int(place) - 64] = true
        }
    }

    private func bit(_ place: Int32) -> UInt64 {
        1 &<< UInt64(truncatingIfNeeded: place)
    }
}
