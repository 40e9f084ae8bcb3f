import Foundation

/// A request whose path is known to the server.
struct Request: Sendable {
    let head: RequestHead
    /// The decoded parameters of the path, by their names in the route.
    let parameters: [String: String]
    let body: Data

    var method: String { head.method }
    var target: RequestTarget { head.target }
}
