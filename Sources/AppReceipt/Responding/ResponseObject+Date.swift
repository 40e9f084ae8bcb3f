package import Foundation

extension ResponseObject {
    /// Adds the three spellings of a date in whole seconds, unless it is `nil` or no number.
    package mutating func add(_ name: ResponseDate.Name, _ date: Date?) {
        let seconds = date?.timeIntervalSince1970.rounded(.down)
        add(exact: name, seconds.map(Date.init(timeIntervalSince1970:)))
    }

    /// Adds a date with its milliseconds, which Apple sends of the moment at which it was asked,
    /// and of no other.
    package mutating func add(exact name: ResponseDate.Name, _ date: Date?) {
        guard let date = date.flatMap(ResponseDate.init) else { return }
        add(name.utc, date.utc)
        add(name.milliseconds, date.milliseconds)
        add(name.pacific, date.pacific)
    }
}
