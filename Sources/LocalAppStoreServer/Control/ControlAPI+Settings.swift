import LocalAppStore
import StoreCommands
import StrictJSON

// Settings, for every process that uses the store.
extension ControlAPI {
    var settingRoutes: [Route] {
        [
            route("GET", "/settings", answering: settings),
            route("PATCH", "/settings", changeSettings),
        ]
    }

    private func settings() throws -> JSONValue { try SettingsRow(of: store).json }

    private func changeSettings(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let change = try SettingsChange(JSONNode(requiredIn: request))
        try change.run(in: store)
        return .control(try settings())
    }
}
