/// A JSON object of a verifyReceipt answer, whose members keep the order in which they were added.
///
/// Each name is to be added once.
package struct ResponseObject: Equatable, Sendable {
    /// The members in the order in which they are sent.
    package private(set) var members: [Member]

    /// Makes an object without members.
    package init() {
        members = []
    }

    /// The value of a member; `nil` where there is none of this name.
    package subscript(_ name: String) -> ResponseValue? {
        members.first { $0.name == name }?.value
    }

    /// Adds a text, unless it is `nil` or empty: Apple leaves out what is empty.
    package mutating func add(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { add(name, value: .text(text)) }
    }

    /// Adds a number, unless it is `nil`.
    package mutating func add(_ name: String, _ integer: Int64?) {
        if let integer { add(name, value: .integer(integer)) }
    }

    /// Adds an object, unless it is `nil`.
    package mutating func add(_ name: String, _ object: ResponseObject?) {
        if let object { add(name, value: .object(object)) }
    }

    /// Adds a list, also an empty one, unless it is `nil`.
    package mutating func add(_ name: String, _ list: [ResponseObject]?) {
        if let list { add(name, value: .list(list)) }
    }

    /// Makes room, so that adding this many members moves nothing.
    mutating func reserveCapacity(_ count: Int) {
        members.reserveCapacity(count)
    }

    private mutating func add(_ name: String, value: ResponseValue) {
        members.append(Member(name: name, value: value))
    }
}
