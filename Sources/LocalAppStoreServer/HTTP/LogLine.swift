import Dispatch
import Foundation

/// A line of a server's log, safe for any strings of clients.
struct LogLine: CustomStringConvertible {
    let description: String

    /// The characters after which a line is cut.
    private static let limit = 500

    /// Makes the line of a request and its response; `nil` where the client got none.
    init(_ head: RequestHead?, _ response: Response?, since start: DispatchTime) {
        let request = head.map { "\($0.method) \(Self.path($0.target))" } ?? "A request"
        let status = response.map { "\($0.status)" } ?? "without a response"
        let reason = response.flatMap { $0.status < 400 ? nil : $0.reason }
        let time = start.millisecondsToNow
        self.init("\(request) \(status) in \(time) ms" + (reason.map { ": \($0)" } ?? ""))
    }

    /// Makes a line of any string, without the characters that terminals obey.
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

extension DispatchTime {
    /// The whole milliseconds since then.
    var millisecondsToNow: UInt64 {
        (DispatchTime.now().uptimeNanoseconds - uptimeNanoseconds) / 1_000_000
    }
}
