extension Route {
    /// The routes of the transaction manager: one for each file, so that no path leads elsewhere.
    static var page: [Route] {
        PageAsset.all.map { asset in
            Route("GET", asset.path) { try asset.response(to: $0) }
        }
    }
}

extension PageAsset {
    fileprivate func response(to request: Request) throws(RequestRefusal) -> Response {
        let known = try request.head.fields.value(of: "if-none-match")
        var response = Response(
            isNamed(in: known) ? .notModified : .ok,
            contentType: contentType,
            body: body
        )
        response.caching = "no-cache"
        response.add("ETag", entityTag)
        for (name, value) in Self.protection { response.add(name, value) }
        return response
    }

    /// Whether a browser has this content already (RFC 9110, 13.1.2).
    private func isNamed(in field: String?) -> Bool {
        let tags = (field ?? "").split(separator: ",").map { tag in
            let text = tag.drop { $0 == " " || $0 == "\t" }
            return text.hasPrefix("W/") ? text.dropFirst(2) : text
        }
        return tags.contains { $0 == "*" || $0.prefix { $0 != " " && $0 != "\t" } == entityTag }
    }

    /// Header fields that protect the page against foreign code: it runs its own files only, makes
    /// no markup of text, and is shown in no other page.
    private static let protection = [
        (
            "Content-Security-Policy",
            [
                "default-src 'self'", "base-uri 'none'", "form-action 'none'",
                "frame-ancestors 'none'", "object-src 'none'",
                "require-trusted-types-for 'script'", "trusted-types 'none'",
            ].joined(separator: "; ")
        ),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Referrer-Policy", "no-referrer"),
    ]
}
