import EntitlementModel
import Foundation

/// The readers file; the readme of the package has an example.
struct ReadersFile: Decodable {
    let readers: [Reader]

    struct Reader: Decodable {
        let name: String
        let key: String?
        let keySHA256: String?
        let access: [String: [String]]?
        let metrics: Bool?
        let writes: Bool?
        let admin: Bool?
    }

    static func decode(_ data: Data) throws(ConfigurationError) -> ReadersFile {
        try StrictFile.decode(
            data,
            name: Setting.readerKeys.rawValue,
            members: [
                "": ["readers"],
                "readers": [
                    "name", "key", "keySHA256", "access", "metrics", "writes", "admin",
                ],
            ]
        )
    }

    func keys(for apps: AppDirectory) throws(ConfigurationError) -> ReaderKeys {
        var readers: [[UInt8]: ReaderKeys.Reader] = [:]
        for reader in self.readers {
            let known = ReaderKeys.Reader(
                name: reader.name,
                scopes: try reader.scopes(in: apps),
                seesMetrics: reader.metrics ?? false,
                mayWrite: reader.writes ?? false,
                isAdmin: reader.admin ?? false
            )
            guard readers.updateValue(known, forKey: try reader.digest()) == nil else {
                throw ConfigurationError("Another reader has the same key as \(reader.name).")
            }
        }
        return ReaderKeys(readers)
    }
}

extension ReadersFile.Reader {
    fileprivate func digest() throws(ConfigurationError) -> [UInt8] {
        switch (key, keySHA256) {
        case (let key?, nil):
            guard key.utf8.count >= 16 else {
                throw ConfigurationError("The key of \(name) has fewer than 16 bytes.")
            }
            return ReaderKeys.digest(of: key)
        case (nil, let text?):
            let digits = Array(text)
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
                UInt8(String(digits[index...index + 1]), radix: 16)
            }
            guard digits.count == 64, bytes.count == 32 else {
                throw ConfigurationError("The keySHA256 of \(name) must be 64 hexadecimal digits.")
            }
            return bytes
        default:
            throw ConfigurationError("\(name) must have either key or keySHA256.")
        }
    }

    fileprivate func scopes(in apps: AppDirectory) throws(ConfigurationError) -> Set<PurchaseScope>
    {
        var scopes: Set<PurchaseScope> = []
        for (app, environments) in access ?? [:] {
            for text in environments {
                let scope = PurchaseEnvironment(rawValue: text).map {
                    PurchaseScope(app: app, environment: $0)
                }
                guard let scope, apps.contains(scope) else {
                    throw ConfigurationError("\(name): \(app) is not served in \(text).")
                }
                scopes.insert(scope)
            }
        }
        return scopes
    }
}
