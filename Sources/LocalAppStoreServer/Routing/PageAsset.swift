import Foundation

/// A file of the transaction manager, which the library contains.
struct PageAsset: Sendable {
    let path: String
    let contentType: String
    let body: Data
    /// Differs between contents, so that a browser can ask whether it still has the current one.
    let entityTag: String

    private init(_ path: String, _ contentType: String, _ bytes: [UInt8]) {
        self.path = path
        self.contentType = contentType
        body = Data(bytes)
        entityTag = "\"\(String(Self.hash(bytes), radix: 16))\""
    }

    /// FNV-1a, which doesn't protect secrets but distinguishes versions of a file.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    private static func script(_ name: String, _ bytes: [UInt8]) -> PageAsset {
        PageAsset("/page/\(name).js", "text/javascript; charset=utf-8", bytes)
    }

    private static func style(_ name: String, _ bytes: [UInt8]) -> PageAsset {
        PageAsset("/page/\(name).css", "text/css; charset=utf-8", bytes)
    }

    /// The segments of the files' paths.
    static let paths = Set(all.map { $0.path.dropFirst().components(separatedBy: "/") })

    /// All files, from the folder `Page`, whose bytes SwiftPM puts into `PackageResources`.
    static let all = [
        PageAsset("/", "text/html; charset=utf-8", PackageResources.index_html),
        PageAsset("/page/icon.svg", "image/svg+xml", PackageResources.icon_svg),
        style("style", PackageResources.style_css),
        style("parts", PackageResources.parts_css),
        script("api", PackageResources.api_js),
        script("app", PackageResources.app_js),
        script("buy", PackageResources.buy_js),
        script("cancellation", PackageResources.cancellation_js),
        script("customer-details", PackageResources.customer_details_js),
        script("customers", PackageResources.customers_js),
        script("documents", PackageResources.documents_js),
        script("dom", PackageResources.dom_js),
        script("events", PackageResources.events_js),
        script("family", PackageResources.family_js),
        script("fault-rule", PackageResources.fault_rule_js),
        script("faults", PackageResources.faults_js),
        script("filters", PackageResources.filters_js),
        script("format", PackageResources.format_js),
        script("forms", PackageResources.forms_js),
        script("keys", PackageResources.keys_js),
        script("notices", PackageResources.notices_js),
        script("notifications", PackageResources.notifications_js),
        script("pages", PackageResources.pages_js),
        script("panes", PackageResources.panes_js),
        script("seats", PackageResources.seats_js),
        script("service", PackageResources.service_js),
        script("settings", PackageResources.settings_js),
        script("shared", PackageResources.shared_js),
        script("subscription-card", PackageResources.subscription_card_js),
        script("subscriptions", PackageResources.subscriptions_js),
        script("time", PackageResources.time_js),
        script("timeline", PackageResources.timeline_js),
        script("transaction-details", PackageResources.transaction_details_js),
        script("transactions", PackageResources.transactions_js),
    ]
}
