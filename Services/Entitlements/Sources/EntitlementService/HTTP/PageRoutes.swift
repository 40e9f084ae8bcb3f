import HTTPTypes
import Hummingbird

/// The routes of the support page and the API description, without customer data.
struct PageRoutes: Sendable {
    func add(to router: some RouterMethods) {
        router.get("admin") { request, _ in
            // The page names its files relative to its own address.
            guard !request.uri.path.hasSuffix("/") else {
                return Response(status: .permanentRedirect, headers: [.location: "../admin"])
            }
            return Self.index.response(to: request)
        }
        router.get("admin/{file}") { request, context in
            let file = context.parameters.get("file").flatMap { Self.files[$0] }
            return file?.response(to: request) ?? Response(status: .notFound)
        }
        router.get("v1/openapi.json") { request, _ in Self.description.response(to: request) }
    }

    private static let description = StaticFile(
        PackageResources.openapi_json,
        type: "application/json"
    )

    private static let index = StaticFile(
        PackageResources.index_html,
        type: "text/html; charset=utf-8",
        protection
    )

    /// The files of the page, from the folder `Page`; SwiftPM makes `PackageResources` of it.
    private static let files = [
        "icon.svg": StaticFile(PackageResources.icon_svg, type: "image/svg+xml", protection),
        "admin.css": style(PackageResources.admin_css),
        "parts.css": style(PackageResources.parts_css),
        "style.css": style(PackageResources.style_css),
        "actions.js": script(PackageResources.actions_js),
        "address.js": script(PackageResources.address_js),
        "api.js": script(PackageResources.api_js),
        "app.js": script(PackageResources.app_js),
        "customer.js": script(PackageResources.customer_js),
        "customers.js": script(PackageResources.customers_js),
        "documents.js": script(PackageResources.documents_js),
        "dom.js": script(PackageResources.dom_js),
        "format.js": script(PackageResources.format_js),
        "forms.js": script(PackageResources.forms_js),
        "history.js": script(PackageResources.history_js),
        "notices.js": script(PackageResources.notices_js),
        "operation.js": script(PackageResources.operation_js),
        "parts.js": script(PackageResources.parts_js),
        "purchases.js": script(PackageResources.purchases_js),
        "session.js": script(PackageResources.session_js),
    ]

    private static func script(_ bytes: [UInt8]) -> StaticFile {
        StaticFile(bytes, type: "text/javascript; charset=utf-8", protection)
    }

    private static func style(_ bytes: [UInt8]) -> StaticFile {
        StaticFile(bytes, type: "text/css; charset=utf-8", protection)
    }

    /// Header fields against foreign code: the page runs only its own files, connects only to its
    /// own server, creates no markup from text, and can't be embedded in another page.
    private static let protection: HTTPFields = {
        var headers: HTTPFields = [
            .contentSecurityPolicy: [
                "default-src 'none'", "connect-src 'self'", "img-src 'self'", "script-src 'self'",
                "style-src 'self'", "base-uri 'none'", "form-action 'none'",
                "frame-ancestors 'none'", "require-trusted-types-for 'script'",
                "trusted-types 'none'",
            ].joined(separator: "; ")
        ]
        for (name, value) in [
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
        ] {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return headers
    }()
}
