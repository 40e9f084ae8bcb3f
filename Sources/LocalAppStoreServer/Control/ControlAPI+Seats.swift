import LocalAppStore
import StoreCommands
import StrictJSON

// The members with seats of a subscription, and the claims of the developer's server.
extension ControlAPI {
    var seatRoutes: [Route] {
        [
            route("GET", "/subscriptions/{id}/seats") { request in
                let (status, store) = try subscription(of: request)
                let group = try store.seatGroups.group(of: status.subscription.id)
                return try SeatGroupRow(group, in: store).json
            },
            action(.invite, "invite"),
            action(.removeMember, "remove-member"),
            action(.assignSeat, "assign"),
            action(.claimSeat, "claim"),
            action(.unclaimSeat, "unclaim"),
            action(.associateSeat, "associate"),
        ]
    }

    /// A route to an action on the seats of a subscription; the response contains them.
    private func action(_ name: SeatAction.Name, _ path: String) -> Route {
        let path = "/subscriptions/{id}/seats/\(path)"
        return route("POST", path, body: .members(name.members)) { request in
            let action = try SeatAction(name, request.body)
            let (status, store) = try subscription(of: request)
            let group = try action.run(on: status.subscription.id, in: store)
            return try SeatGroupRow(group, in: store).json
        }
    }
}
