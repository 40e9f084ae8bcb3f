package import Foundation
import StrictJSON

/// A JSON object in a response of verifyReceipt, whose members stay in the order of their addition.
///
/// Every name must be added once.
package struct ResponseObject: Equatable, Sendable {
    /// The members, in the order of the response.
    package private(set) var members: [Member]

    /// One name with its value.
    package struct Member: Equatable, Sendable {
        /// The name of the member.
        package let name: String
        /// The value of the member.
        package let value: ResponseValue
    }

    /// Makes an object without members.
    package init() {
        members = []
    }

    /// The value of a member; `nil` if the object doesn't contain it.
    package subscript(_ name: String) -> ResponseValue? {
        members.first { $0.name == name }?.value
    }

    /// Adds a string, unless it is `nil` or empty: Apple leaves out empty strings.
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

    /// Adds the three formats of a date in whole seconds, unless it is `nil` or not a number.
    package mutating func add(_ name: ResponseDate.Name, _ date: Date?) {
        let seconds = date?.timeIntervalSince1970.rounded(.down)
        add(exact: name, seconds.map(Date.init(timeIntervalSince1970:)))
    }

    /// Adds the three formats of a date with its milliseconds, which Apple does for the date of the
    /// request only.
    package mutating func add(exact name: ResponseDate.Name, _ date: Date?) {
        guard let date = date.flatMap(ResponseDate.init) else { return }
        add(name.utc, date.utc)
        add(name.milliseconds, date.milliseconds)
        add(name.pacific, date.pacific)
    }

    mutating func reserveCapacity(_ count: Int) {
        members.reserveCapacity(count)
    }

    private mutating func add(_ name: String, value: ResponseValue) {
        members.append(Member(name: name, value: value))
    }

    /// The object as a dictionary of Swift's own types.
    ///
    /// A number is an `Int`, or an `Int64` if an `Int` cannot represent it.
    package var fields: [String: Any] {
        var fields = [String: Any](minimumCapacity: members.count)
        for member in members { fields[member.name] = member.value.native }
        return fields
    }

    /// The object as JSON in UTF-8 (RFC 8259), without white space, in the order of its members.
    package func json() -> Data {
        var writer = JSONWriter()
        writer.write(self)
        return Data(writer.bytes)
    }
}

/// A value in a response of verifyReceipt.
package enum ResponseValue: Equatable, Sendable {
    /// A string; in purchases, numbers and Boolean values are strings too.
    case text(String)
    /// An integer.
    case integer(Int64)
    /// An object.
    case object(ResponseObject)
    /// An array of objects.
    case list([ResponseObject])

    fileprivate var native: Any {
        switch self {
        case .text(let text): text
        case .integer(let integer): Int(exactly: integer) ?? integer as Any
        case .object(let object): object.fields
        case .list(let list): list.map { $0.fields as Any }
        }
    }
}

extension JSONWriter {
    mutating func write(_ object: ResponseObject) {
        writeObject(object.members) { writer, member in
            writer.writeMember(member.name) { $0.write(member.value) }
        }
    }

    private mutating func write(_ value: ResponseValue) {
        switch value {
        case .text(let text): write(text)
        case .integer(let integer): write(literal: String(integer))
        case .object(let object): write(object)
        case .list(let list): writeList(list) { $0.write($1) }
        }
    }
}
