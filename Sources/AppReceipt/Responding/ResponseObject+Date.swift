package import Foundation

extension ResponseObject {
    /// Adds the three spellings of a date, unless it is `nil` or no number.
    package mutating func add(_ name: ResponseDate.Name, _ date: Date?) {
        guard let date = date.flatMap(ResponseDate.init) else { return }
        add(name.utc, date.utc)
        add(name.milliseconds, date.milliseconds)
        add(name.pacific, date.pacific)
    }
}
