/// A setting of the service: a variable of the environment, or a line of a settings file.
package enum Setting: String, CaseIterable, Sendable {
    case databaseURL = "ENTITLEMENTS_DATABASE_URL"
    case apps = "ENTITLEMENTS_APPS"
    case roots = "ENTITLEMENTS_ROOTS"
    case readerKeys = "ENTITLEMENTS_READER_KEYS"
    case host = "ENTITLEMENTS_HOST"
    case port = "ENTITLEMENTS_PORT"
    case folder = "ENTITLEMENTS_FOLDER"
    case pidFile = "ENTITLEMENTS_PID_FILE"
    case connections = "ENTITLEMENTS_CONNECTIONS"
    case commits = "ENTITLEMENTS_COMMITS"
    case requestSeconds = "ENTITLEMENTS_REQUEST_SECONDS"
    case databaseTimeout = "ENTITLEMENTS_DATABASE_TIMEOUT"
    case sharded = "ENTITLEMENTS_SHARDED"
    case eventsURL = "ENTITLEMENTS_EVENTS_URL"
    case eventsSecret = "ENTITLEMENTS_EVENTS_SECRET"
    case signingKey = "ENTITLEMENTS_SIGNING_KEY"
    case offlineHours = "ENTITLEMENTS_OFFLINE_HOURS"
    case tlsCertificate = "ENTITLEMENTS_TLS_CERTIFICATE"
    case tlsKey = "ENTITLEMENTS_TLS_KEY"
    case storeURL = "ENTITLEMENTS_STORE_URL"
    case apiKey = "ENTITLEMENTS_API_KEY"
    case apiKeyID = "ENTITLEMENTS_API_KEY_ID"
    case apiIssuerID = "ENTITLEMENTS_API_ISSUER_ID"
    case apiURL = "ENTITLEMENTS_API_URL"
    case logLevel = "ENTITLEMENTS_LOG_LEVEL"

    /// The longest time that a reader may wait for a change, in seconds.
    static let longestWait = 20

    /// The description of the setting, in a line or two.
    package var help: String {
        switch self {
        case .databaseURL:
            "The database, as libpq reads it: postgresql://user:password@host/name, or key=value."
        case .apps: "The file that describes the apps, in JSON."
        case .roots:
            "Root certificates (DER or PEM, separated by commas) for the sandbox of all apps, in "
                + "place of Apple's. An app may name its own."
        case .readerKeys: "The file with the keys of readers, in JSON."
        case .host: "The address to listen on."
        case .port: "The port; 0 for any free one."
        case .folder: "The folder of Scripts/service.sh, with its database and its keys."
        case .pidFile: "A file for the process identifier, removed when the process ends."
        case .connections: "The number of connections to the database."
        case .commits: "The number of concurrent commits."
        case .requestSeconds:
            "The time limit of a request and its response, in seconds. Readers may wait for up to "
                + "\(Setting.longestWait)."
        case .databaseTimeout: "The longest wait for the database, in seconds."
        case .sharded: "Whether the database distributes rows over several servers, as Citus does."
        case .eventsURL: "The URL that receives events."
        case .eventsSecret: "The secret for signing events, as in Standard Webhooks."
        case .signingKey: "The private key (PEM) that signs entitlements for apps that are offline."
        case .offlineHours: "The validity of signed entitlements, in hours."
        case .tlsCertificate: "TLS certificates (PEM). Without them, a proxy must terminate TLS."
        case .tlsKey: "The private key of the TLS certificate (PEM)."
        case .storeURL: "The URL of a local store that sets the clock. For tests only."
        case .apiKey: "The private key (.p8) for the App Store Server API."
        case .apiKeyID: "The identifier of the API key."
        case .apiIssuerID: "The issuer of the API key."
        case .apiURL: "The URL of the App Store Server API, if it isn't Apple's."
        case .logLevel: "The minimum log level: debug, info, warning or error."
        }
    }

    /// The default value.
    package var standard: String? {
        switch self {
        case .host: "127.0.0.1"
        case .port: "8090"
        case .folder: ".entitlements"
        case .connections: "8"
        case .commits: "2"
        case .requestSeconds: "30"
        case .databaseTimeout: "10"
        case .sharded: "false"
        case .offlineHours: "72"
        case .logLevel: "info"
        default: nil
        }
    }

    /// All settings, for the help of the command.
    package static var overview: String {
        allCases.map { setting in
            let standard = setting.standard.map { " (default: \($0))" } ?? ""
            return "\(setting.rawValue)\n    \(setting.help)\(standard)"
        }
        .joined(separator: "\n")
    }
}
