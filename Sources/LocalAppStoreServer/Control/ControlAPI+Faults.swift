import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

// The fault plan of the server's store.
extension ControlAPI {
    var faultRoutes: [Route] {
        [
            route("GET", "/faults") { _ in faults },
            route("PUT", "/faults", body: .document) { request in
                do {
                    store.faults.plan = try FaultPlan(json: request.request.body)
                } catch {
                    throw ControlError(.badRequest, "invalidFaultPlan", error.localizedDescription)
                }
                return faults
            },
            route("DELETE", "/faults") { _ in
                store.faults.plan = nil
                return faults
            },
        ]
    }

    private var faults: JSONValue {
        // Newer events are more interesting, and a plan may be in force for long.
        let events = store.faults.log.events.suffix(Self.logLimit)
        return .members([
            "plan": store.faults.plan?.json,
            "log": .array(events.map { .string($0.description) }),
            "points": .array(Self.points),
        ])
    }

    /// The points of fault plans, and the failures of each.
    private static let points = FaultPlan.Point.allCases.map { point in
        JSONValue.object([
            "name": .string(point.rawValue),
            "failures": .array(point.failureNames.map(JSONValue.string)),
        ])
    }

    private static let logLimit = 1000
}
