import LocalAppStore
import StoreCommands
import StrictJSON

// Retention messages, and the customers who choose to cancel.
extension ControlAPI {
    var retentionRoutes: [Route] {
        let cancellation = Self.prefix + "/subscriptions/{id}/choose-to-cancel"
        let review = RetentionReview.Name.reviewRetention
        return [
            Route("POST", cancellation, handler: .waiting(chooseToCancel)),
            route("GET", "/retention") { _ in try RetentionRow(of: store).json },
            route("POST", "/retention/review", body: .members(review.members)) { request in
                try RetentionReview(review, request.body).run(in: store)
                return try RetentionRow(of: store).json
            },
        ]
    }

    private func chooseToCancel(_ request: Request) async throws -> Response {
        let (status, store) = try await queue.run {
            try subscription(of: ControlRequest(request, parameters: [], body: .members([])))
        }
        let screen = try await retention.screen(forCancelling: status.entry.id, in: store)
        return .json(screen.json)
    }
}
