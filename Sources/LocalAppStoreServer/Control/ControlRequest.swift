import StrictJSON

/// A request to the control API, with no parameters and members but those of the operation.
struct ControlRequest: Sendable {
    let request: Request
    let query: ControlQuery
    /// The body; an object without members if the handler reads it itself.
    let body: JSONNode

    /// The body of an operation.
    enum Body: Sendable {
        /// An object with no members but these; a request without a body has no members.
        case members([String])
        /// An object with no members but these, which must be there.
        case required([String])
        /// A document that the handler reads.
        case document
    }

    init(_ request: Request, parameters: [String], body: Body) throws {
        self.request = request
        query = try ControlQuery(request.target, names: parameters)
        self.body =
            switch body {
            case .members(let names) where !request.body.isEmpty: try Self.object(request, names)
            case .required(let names): try Self.object(request, names)
            case .members, .document: JSONNode(.object([:]))
            }
    }

    private static func object(
        _ request: Request,
        _ names: [String]
    ) throws(JSONMismatch) -> JSONNode {
        try JSONNode(document: [UInt8](request.body)).object(of: names)
    }

    /// The identifier in the path; `nil` for anything but an integer.
    var id: Int64? { request.parameters["id"].flatMap { Int64($0) } }
}

/// The query of a request to the control API; an empty parameter counts as missing, as forms send
/// it.
struct ControlQuery: Sendable {
    private var parameters: [String: String] = [:]

    /// The parameters of every list.
    static let page = ["before", "limit"]

    /// Reads a query in which each parameter occurs once, and is one of these.
    init(_ target: RequestTarget, names: [String]) throws(ControlError) {
        for item in target.query {
            guard parameters.updateValue(item.value, forKey: item.name) == nil else {
                throw .invalid(item.name, expected: "one value")
            }
        }
        guard let name = parameters.keys.filter({ !names.contains($0) }).min() else { return }
        throw ControlError(.badRequest, "unknownParameter", "There is no parameter \(name).")
    }

    func text(_ name: String) -> String? {
        parameters[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func integer(
        _ name: String,
        in range: ClosedRange<Int64> = 1...Int64.max
    ) throws(ControlError) -> Int64? {
        guard let text = text(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            throw .invalid(name, expected: "an integer from \(bounds)")
        }
        return number
    }

    func flag(_ name: String) throws(ControlError) -> Bool? {
        try choice(name, of: [true, false]) { "\($0)" }
    }

    /// One of several values, by its name.
    func choice<Choice>(
        _ name: String,
        of choices: [Choice],
        named: (Choice) -> String
    ) throws(ControlError) -> Choice? {
        guard let text = text(name) else { return nil }
        guard let choice = choices.first(where: { named($0) == text }) else {
            throw .invalid(name, expected: JSONNode.oneOf(choices.map(named)))
        }
        return choice
    }

    /// The identifier before which a page begins; `nil` for the first one.
    var before: Int64? {
        get throws(ControlError) { try integer("before") }
    }

    /// The number of elements on a page.
    var limit: Int {
        get throws(ControlError) { Int(try integer("limit", in: 1...500) ?? 50) }
    }
}
