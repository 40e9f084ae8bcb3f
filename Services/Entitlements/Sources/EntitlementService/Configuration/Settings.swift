public import Foundation

/// The values of all settings, from the environment and a file; the environment takes precedence.
public struct Settings: Sendable {
    private var values: [Setting: String]

    /// Reads settings.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - file: The content of a file with lines such as `ENTITLEMENTS_PORT=8080`.
    /// - Throws: An error for the first line that is malformed, or the first unknown name.
    public init(environment: [String: String], file: String? = nil) throws(ConfigurationError) {
        values = try Self.parse(file ?? "")
        for (name, value) in environment where name.hasPrefix("ENTITLEMENTS_") {
            // For the package's own manifest.
            if name == "ENTITLEMENTS_TESTS" { continue }
            guard let setting = Setting(rawValue: name) else {
                throw ConfigurationError("Unknown setting \(name).")
            }
            values[setting] = value
        }
    }

    private static func parse(_ file: String) throws(ConfigurationError) -> [Setting: String] {
        var values: [Setting: String] = [:]
        // A line may end with CRLF, which is one character.
        let lines = file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw ConfigurationError("Line \(index + 1): expected `NAME=VALUE`.")
            }
            guard let setting = Setting(rawValue: String(parts[0])) else {
                throw ConfigurationError("Line \(index + 1): unknown setting \(parts[0]).")
            }
            let value = String(parts[1])
            let isQuoted = value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
            values[setting] = isQuoted ? String(value.dropFirst().dropLast()) : value
        }
        return values
    }

    /// The value of a setting; `nil` if there is none.
    package subscript(setting: Setting) -> String? {
        let value = values[setting] ?? setting.standard
        return value?.isEmpty ?? true ? nil : value
    }

    /// The value of a required setting.
    package func text(_ setting: Setting) throws(ConfigurationError) -> String {
        guard let value = self[setting] else {
            throw ConfigurationError("\(setting.rawValue) is not set. \(setting.help)")
        }
        return value
    }

    func integer(_ setting: Setting, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int {
        let text = try text(setting)
        guard let value = Int(text), range.contains(value) else {
            let least = range.lowerBound, most = range.upperBound
            throw ConfigurationError(
                "\(setting.rawValue) must be an integer from \(least) to \(most)."
            )
        }
        return value
    }

    func flag(_ setting: Setting) throws(ConfigurationError) -> Bool {
        let text = try text(setting)
        guard let value = Bool(text) else {
            throw ConfigurationError("\(setting.rawValue) must be true or false, not \(text).")
        }
        return value
    }

    /// The value of a setting with a URL of HTTP; `nil` if it is not set.
    func url(_ setting: Setting) throws(ConfigurationError) -> String? {
        guard let text = self[setting] else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false
        else {
            // The URL may contain a password.
            throw ConfigurationError("\(setting.rawValue) must be an http or https URL.")
        }
        return text
    }

    /// The bytes of the file that a setting names.
    func file(_ setting: Setting) throws(ConfigurationError) -> Data {
        let path = try text(setting)
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw ConfigurationError(
                "The file of \(setting.rawValue) cannot be read: \(error.localizedDescription)"
            )
        }
    }
}

/// An error in a setting, or in a file that a setting names.
public struct ConfigurationError: LocalizedError, Hashable, CustomStringConvertible {
    /// The error in a sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
