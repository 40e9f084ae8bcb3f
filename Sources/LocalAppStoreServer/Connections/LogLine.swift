import Foundation

/// A line of a server's log, whatever clients put into it.
struct LogLine: CustomStringConvertible {
    let description: String

    /// The characters after which a line is cut.
    private static let limit = 500

    /// Makes the line of a request and its response; `nil` where the client got none.
    init(_ head: RequestHead?, _ response: Response?) {
        let request = head.map { "\($0.method) \(Self.path($0.target))" } ?? "A request"
        let status = response.map { "\($0.status.rawValue)" } ?? "without a response"
        let reason = response.flatMap { $0.status.rawValue < 400 ? nil : $0.reason }
        self.init("\(request) \(status)" + (reason.map { ": \($0)" } ?? ""))
    }

    /// Makes a line of any text, without the characters that terminals obey.
    init(_ text: String) {
        let visible = text.unicodeScalars.prefix(Self.limit).map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "?"
            default: Character(scalar)
            }
        }
        description = String(visible)
    }

    /// The path without the query; a query may contain secrets.
    private static func path(_ target: RequestTarget) -> String {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove("/")
        return target.path.map {
            "/" + ($0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "?")
        }
        .joined()
    }
}
