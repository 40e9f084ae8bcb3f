import StrictJSON

// Bodies of requests to the control API.
extension JSONNode {
    /// Reads the body of a request, an object with no members but these.
    ///
    /// A request without a body has no members.
    init(_ request: Request, members names: [String]) throws(JSONMismatch) {
        guard !request.body.isEmpty else {
            self.init(.object([:]))
            return
        }
        try self.init(requiredIn: request, members: names)
    }

    /// Reads the body of a request; throws if it is missing.
    init(requiredIn request: Request, members names: [String]) throws(JSONMismatch) {
        self = try JSONNode(requiredIn: request).object(of: names)
    }

    /// Reads the body of a request with any members; throws if it is missing.
    init(requiredIn request: Request) throws(JSONMismatch) {
        self = try JSONNode(document: [UInt8](request.body))
    }
}

extension ControlError {
    /// Makes the error of an unexpected body.
    init(_ mismatch: JSONMismatch) {
        let code =
            switch mismatch.kind {
            case .syntax: "malformedJSON"
            case .unknownMember: "unknownMember"
            case .value: mismatch.path.isEmpty ? "malformedJSON" : "invalidMember"
            }
        let place = mismatch.path.isEmpty ? "The body" : mismatch.path
        self.init(.badRequest, code, "\(place): \(mismatch.reason)")
    }
}
