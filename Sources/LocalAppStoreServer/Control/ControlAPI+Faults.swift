import AppReceipt
import Foundation
import LocalAppStore

// What goes wrong in the server's store.
extension ControlAPI {
    var faultRoutes: [Route] {
        [
            route("GET", "/faults", answering: faults),
            route("PUT", "/faults", setFaults),
            route("DELETE", "/faults") { request in
                try ControlQuery(request).end()
                try ControlBody(request).end()
                store.faultPlan = nil
                return .control(try faults())
            },
        ]
    }

    private func faults() throws -> JSONValue {
        let plan = try store.faultPlan.map { plan in
            JSONValue.object(try JSONParser.object(in: Array(try JSONEncoder().encode(plan))))
        }
        // What is newer is more interesting, and a plan may be in force for long.
        let events = store.faultLog.events.suffix(Self.logLimit)
        return .object([
            "plan": plan ?? .null,
            "log": .array(events.map { .string($0.description) }),
            "points": .array(Self.points),
        ])
    }

    /// Where something can go wrong, and what.
    private static let points = FaultPlan.Point.allCases.map { point in
        JSONValue.object([
            "name": .string(point.rawValue),
            "failures": .array(point.failureNames.map(JSONValue.string)),
        ])
    }

    private static let logLimit = 1000

    private func setFaults(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        try Self.checkMembers(of: request)
        do {
            store.faultPlan = try JSONDecoder().decode(FaultPlan.self, from: request.body)
        } catch let error as DecodingError {
            throw ControlError(.badRequest, "invalidFaultPlan", error.place)
        } catch let error as FaultPlan.RuleError {
            throw ControlError(.badRequest, "invalidFaultPlan", error.localizedDescription)
        }
        return .control(try faults())
    }

    /// Refuses what `JSONDecoder` would let pass: unknown members, and several of one name.
    private static func checkMembers(of request: Request) throws(ControlError) {
        var plan = try ControlBody(request)
        _ = try plan.take("seed", expected: "a number") { $0 }
        let rules = try plan.take("rules", expected: "a list of rules") { json in
            if case .array(let rules) = json { rules } else { nil }
        }
        try plan.end()
        for rule in rules ?? [] {
            guard case .object(let members) = rule else { continue }
            let unknown = Set(members.keys).subtracting(["point", "failure", "frequency"])
            guard let name = unknown.min() else { continue }
            throw ControlError(.badRequest, "unknownMember", "There is no member rules.\(name).")
        }
    }
}
