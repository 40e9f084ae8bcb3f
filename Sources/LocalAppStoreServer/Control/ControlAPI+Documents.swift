import Foundation

// What happens, and what there is to ask.
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
