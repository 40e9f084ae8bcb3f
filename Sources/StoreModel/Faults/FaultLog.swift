/// The events at the points of a fault plan, in order.
///
/// The same seed and the same calls, one after the other, have the same log.
public struct FaultLog: Sendable, Equatable {
    /// The events, those without a failure too.
    public package(set) var events: [Event] = []

    package init() {}

    /// The events at one point.
    public func events(at point: FaultPlan.Point) -> [Event] {
        events.filter { $0.point == point }
    }

    /// One event at a point.
    public struct Event: Sendable, Equatable {
        /// The point of the event.
        package let point: FaultPlan.Point
        /// The number of the event at that point, from 1.
        package let number: Int
        /// The subject of the event, such as a product identifier.
        package let subject: String
        /// The planned failure; `nil` without one.
        package let failure: FaultPlan.Failure?

        package init(
            point: FaultPlan.Point,
            number: Int,
            subject: String,
            failure: FaultPlan.Failure?
        ) {
            self.point = point
            self.number = number
            self.subject = subject
            self.failure = failure
        }
    }
}

extension FaultLog: CustomStringConvertible {
    /// The events, one a line, as in `payment 2 coins: networkDown`.
    public var description: String { events.map(\.description).joined(separator: "\n") }
}

extension FaultLog.Event: CustomStringConvertible {
    /// The event as in `payment 2 coins: networkDown`.
    public var description: String {
        "\(point.rawValue) \(number) \(subject): \(failure?.description ?? "no fault")"
    }
}
