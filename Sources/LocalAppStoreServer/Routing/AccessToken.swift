/// The token that the transaction manager and the control API require.
///
/// The App Store Server API has tokens of its own, and verifyReceipt is open, as by Apple.
struct AccessToken: Sendable {
    private let token: String?
    /// The first segment of the paths of the API that requires it.
    private let api: String

    private static let cookie = "store-access"
    private static let parameter = "token"

    init(_ token: String?, api: String) {
        self.token = token
        self.api = api
    }

    /// Refuses a request that needs the token and does not have it.
    func check(_ head: RequestHead) throws(RequestRefusal) {
        let isPage = head.target.path == [""]
        guard let token, isPage || head.target.path.first == api else { return }
        let cookies = try head.fields.value(of: "cookie") ?? ""
        let given =
            [try head.bearerToken, Self.cookie(in: cookies)]
            + (isPage ? head.target.values(of: Self.parameter) : [])
        guard given.contains(where: { $0?.utf8.elementsEqual(token.utf8) == true }) else {
            throw RequestRefusal(.unauthorized, code: nil, "Missing or wrong access token.")
        }
    }

    /// Sets the token as a cookie of a browser that requested the page with it.
    func remember(in response: inout Response, for target: RequestTarget) {
        guard let token, target.path == [""], !target.values(of: Self.parameter).isEmpty else {
            return
        }
        response.add("Set-Cookie", "\(Self.cookie)=\(token); Path=/; HttpOnly; SameSite=Strict")
    }

    private static func cookie(in field: String) -> String? {
        for pair in field.split(separator: ";") {
            let text = pair.drop { $0 == " " }
            if text.hasPrefix("\(cookie)=") { return String(text.dropFirst(cookie.count + 1)) }
        }
        return nil
    }
}
