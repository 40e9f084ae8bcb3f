import Foundation

// Events, and the description of the API.
extension ControlAPI {
    var documentRoutes: [Route] {
        [
            route("GET", "/events") { request in
                try ControlQuery(request).end()
                return Response(events.open())
            },
            route("GET", "/openapi.json") { request in
                try ControlQuery(request).end()
                return .json(Data(PackageResources.openapi_json))
            },
        ]
    }
}
