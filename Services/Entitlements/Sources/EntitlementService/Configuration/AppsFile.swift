import AppReceipt
import EntitlementModel
import Foundation

/// The apps file; the readme of the package has an example.
struct AppsFile: Decodable {
    let version: Int
    let apps: [App]

    struct App: Decodable {
        let bundleId: String
        let appAppleId: Int64?
        let environments: [String: Environment]
        let entitlements: [String: [String]]?
        let nonRenewingDays: [String: Int64]?
        let transfer: String?
        let erasure: Erasure?
        let consumption: Consumption?
    }

    struct Erasure: Decodable {
        /// The data to keep.
        let keep: String?
    }

    struct Consumption: Decodable {
        let customerConsented: Bool?
        let after: Int64?
        let products: [String: ConsumptionAnswer.Members]
    }

    struct Environment: Decodable {
        /// The files of root certificates; Apple's roots if there are none.
        let roots: [String]?
        /// Whether production trusts roots other than Apple's.
        let trustsTestRootsInProduction: Bool?
    }

    static func decode(_ data: Data) throws(ConfigurationError) -> AppsFile {
        try StrictFile.decode(
            data,
            name: Setting.apps.rawValue,
            members: [
                "": ["version", "apps"],
                "apps": [
                    "bundleId", "appAppleId", "environments", "entitlements", "nonRenewingDays",
                    "transfer", "erasure", "consumption",
                ],
                "apps.erasure": ["keep"],
                "apps.consumption": ["customerConsented", "after", "products"],
                "apps.consumption.products.*": ConsumptionAnswer.Members.names,
                "apps.environments.*": ["roots", "trustsTestRootsInProduction"],
            ]
        )
    }

    func configurations(
        sandboxRoots: TrustedRoots?,
        in folder: URL
    ) throws(ConfigurationError) -> [AppConfiguration] {
        var configurations: [AppConfiguration] = []
        for app in apps {
            guard !configurations.contains(where: { $0.bundleID == app.bundleId }) else {
                throw ConfigurationError("The app \(app.bundleId) is listed twice.")
            }
            configurations.append(
                AppConfiguration(
                    bundleID: app.bundleId,
                    appAppleID: app.appAppleId,
                    roots: try app.roots(sandboxRoots: sandboxRoots, in: folder),
                    catalog: try app.catalog(version: version),
                    transferPolicy: try app.transferPolicy(),
                    erasure: try app.erasurePolicy(),
                    consumption: try app.consumptionRule()
                )
            )
        }
        return configurations
    }
}

extension AppsFile.App {
    fileprivate func roots(
        sandboxRoots: TrustedRoots?,
        in folder: URL
    ) throws(ConfigurationError) -> [PurchaseEnvironment: TrustedRoots] {
        var roots: [PurchaseEnvironment: TrustedRoots] = [:]
        for (name, settings) in environments.sorted(by: { $0.key < $1.key }) {
            guard let environment = PurchaseEnvironment(rawValue: name) else {
                throw ConfigurationError(
                    "\(bundleId): the environment must be Sandbox or Production, not \(name)."
                )
            }
            if environment == .production { try requireProduction(settings) }
            let named = try settings.roots.map { files throws(ConfigurationError) in
                try RootFiles.read(files, relativeTo: folder)
            }
            roots[environment] = named ?? (environment == .sandbox ? sandboxRoots : nil) ?? .apple
        }
        return roots
    }

    /// Production involves real money, so it requires an Apple ID and consent to other roots.
    private func requireProduction(
        _ settings: AppsFile.Environment
    ) throws(ConfigurationError) {
        guard appAppleId != nil else {
            throw ConfigurationError("\(bundleId): Production needs an appAppleId.")
        }
        guard settings.roots == nil || settings.trustsTestRootsInProduction == true else {
            throw ConfigurationError(
                "\(bundleId): roots for Production need trustsTestRootsInProduction to be true."
            )
        }
    }

    fileprivate func transferPolicy() throws(ConfigurationError) -> TransferPolicy {
        guard let transfer else { return .newest }
        guard let policy = TransferPolicy(rawValue: transfer) else {
            let policies = TransferPolicy.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError(
                "\(bundleId): transfer must be one of \(policies), not \(transfer)."
            )
        }
        return policy
    }

    fileprivate func erasurePolicy() throws(ConfigurationError) -> ErasurePolicy {
        guard let keep = erasure?.keep else { return .transactions }
        guard let policy = ErasurePolicy(rawValue: keep) else {
            let policies = ErasurePolicy.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError(
                "\(bundleId): keep must be one of \(policies), not \(keep)."
            )
        }
        return policy
    }

    fileprivate func catalog(version: Int) throws(ConfigurationError) -> ProductCatalog {
        var catalog = ProductCatalog(version: version)
        for (name, products) in (entitlements ?? [:]).sorted(by: { $0.key < $1.key }) {
            for product in products {
                guard catalog.names.updateValue(name, forKey: product) == nil else {
                    throw ConfigurationError("\(bundleId): \(product) has two names.")
                }
            }
        }
        for (product, days) in nonRenewingDays ?? [:] {
            guard (1...36_525).contains(days) else {
                throw ConfigurationError(
                    "\(bundleId): the days of \(product) must be from 1 to 36525."
                )
            }
            catalog.durations[product] = days * .day
        }
        return catalog
    }

    fileprivate func consumptionRule() throws(ConfigurationError) -> ConsumptionRule? {
        guard let consumption else { return nil }
        let hours = consumption.after ?? 10
        guard (0...11).contains(hours) else {
            throw ConfigurationError("\(bundleId): `after` must be from 0 to 11 hours.")
        }
        var answers: [String: ConsumptionAnswer] = [:]
        for (product, members) in consumption.products.sorted(by: { $0.key < $1.key }) {
            do throws(ConfigurationError) {
                answers[product] = try ConsumptionAnswer(
                    members,
                    customerConsented: consumption.customerConsented
                )
            } catch {
                throw ConfigurationError("\(bundleId): \(product): \(error.description)")
            }
        }
        return ConsumptionRule(answers: answers, delay: hours * 3_600_000)
    }
}

/// Files of root certificates.
enum RootFiles {
    static func read(
        _ paths: [String],
        relativeTo folder: URL?
    ) throws(ConfigurationError) -> TrustedRoots {
        var certificates: [[UInt8]] = []
        for path in paths {
            let url = URL(fileURLWithPath: path, relativeTo: folder)
            guard let data = try? Data(contentsOf: url) else {
                throw ConfigurationError("The root certificate \(path) cannot be read.")
            }
            guard let certificate = certificate(data) else {
                throw ConfigurationError("The root certificate \(path) is malformed PEM.")
            }
            certificates.append(certificate)
        }
        do throws(TrustedRoots.Error) {
            return try TrustedRoots(certificates)
        } catch {
            switch error {
            case .notACertificate(let index, let detail):
                throw ConfigurationError("\(paths[index]) is not a root certificate: \(detail)")
            }
        }
    }

    /// The bytes of a certificate in DER or PEM (RFC 7468); `nil` if the PEM is malformed.
    private static func certificate(_ data: Data) -> [UInt8]? {
        guard let text = String(data: data, encoding: .utf8), text.contains("-----BEGIN") else {
            return Array(data)
        }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        return Data(base64Encoded: lines.joined()).map(Array.init)
    }
}
