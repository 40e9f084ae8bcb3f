/// The token that the transaction manager and the control API require.
///
/// The App Store Server API has tokens of its own, and verifyReceipt is open, as by Apple.
struct AccessToken: Sendable {
    private let token: String?

    private static let cookie = "store-access"
    private static let parameter = "token"

    init(_ token: String?) {
        self.token = token
    }

    /// Refuses a request that needs the token and does not have it.
    func check(_ head: RequestHead) throws(RequestRefusal) {
        guard let token, Self.isNeeded(for: head.target.path) else { return }
        let authorization = try head.fields.value(of: "authorization") ?? ""
        let cookies = try head.fields.value(of: "cookie") ?? ""
        let isPage = head.target.path == [""]
        let given =
            [Self.bearer(authorization), Self.cookie(in: cookies)]
            + (isPage ? head.target.values(of: Self.parameter) : [])
        guard given.contains(where: { $0?.utf8.elementsEqual(token.utf8) == true }) else {
            throw RequestRefusal(.unauthorized, code: nil, "Missing or wrong access token.")
        }
    }

    /// Has a browser send the token from now on, after it asked for the page with it.
    func remember(in response: inout Response, for target: RequestTarget) {
        guard let token, target.path == [""], !target.values(of: Self.parameter).isEmpty else {
            return
        }
        response.add("Set-Cookie", "\(Self.cookie)=\(token); Path=/; HttpOnly; SameSite=Strict")
    }

    private static func isNeeded(for path: [String]) -> Bool {
        path == [""] || path.first == ControlAPI.path[0]
    }

    private static func bearer(_ field: String) -> String? {
        let parts = field.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    private static func cookie(in field: String) -> String? {
        for pair in field.split(separator: ";") {
            let text = pair.drop { $0 == " " }
            if text.hasPrefix("\(cookie)=") { return String(text.dropFirst(cookie.count + 1)) }
        }
        return nil
    }
}
