import Crypto
import Foundation
import TestCluster

/// Invalid requests.
enum BadRequests {
    typealias Named = (name: String, script: RawClient.Script)

    /// The entity tag for a customer without entitlements.
    static let emptyTag: String = {
        let digest = SHA256.hash(data: Array("{\"entitlements\":[]}".utf8)).prefix(12)
        return "\"\(Data(digest).base64EncodedString())\""
    }()

    static func head(
        _ method: String,
        _ target: String,
        _ length: Int?,
        _ fields: String = ""
    ) -> String {
        let length = length.map { "Content-Length: \($0)\r\n" } ?? ""
        return "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\(length)\r\n"
    }

    // MARK: Slow ones

    /// Clients that are slow or go away.
    static func slow(_ key: String, _ random: inout SplitMix64) -> [Named] {
        let body = "{\"signedPayload\":\"\(String(repeating: "a", count: 400))\"}"
        let post = head("POST", "/notifications", body.utf8.count) + body
        let get = head("GET", "/health/live", nil)
        let cut = Int.random(in: 1..<post.utf8.count, using: &random)
        let pause = Int32.random(in: 20...150, using: &random)
        return [
            ("slow head", .init(bytes: Array(post.utf8), piece: 1, pause: 150)),
            ("slow body", .init(bytes: Array(post.utf8), piece: 90, pause: 900)),
            ("slow", .init(bytes: Array(post.utf8), piece: 1, pause: pause)),
            ("silent", .init()),
            ("endless", .init(bytes: Array(head("POST", "/notifications", 10_000_000_000).utf8))),
            ("incomplete", .init(bytes: Array(post.utf8.prefix(cut)))),
            ("half closed", .init(bytes: Array(get.utf8), endsSending: true)),
            ("half closed early", .init(bytes: Array(post.utf8.prefix(cut)), endsSending: true)),
        ]
    }

    // MARK: Malformed ones

    static func malformed(_ key: String, _ random: inout SplitMix64) -> Named {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let count = Int.random(in: 1...2_000, using: &random)
            return ("random bytes", script(bytes(count, &random)))
        case 1: return ("malformed HTTP", script(Array(http(&random).utf8)))
        case 2:
            let target = target(&random)
            let fields = "Authorization: Bearer \(key)\r\n"
            return ("malformed target", script(Array(head("GET", target, nil, fields).utf8)))
        default:
            let body = body(&random)
            let path = random.chance(0.5) ? "/notifications" : "/transactions"
            let fields = "Authorization: Bearer \(key)\r\n"
            return (
                "malformed body",
                script(Array(head("POST", path, body.count, fields).utf8) + body)
            )
        }
    }

    private static func script(_ bytes: [UInt8]) -> RawClient.Script {
        RawClient.Script(bytes: bytes, endsSending: true)
    }

    private static func bytes(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private static func http(_ random: inout SplitMix64) -> String {
        let long = String(repeating: "x", count: 20_000)
        let chunked = "POST /notifications HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
        return [
            "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{0}\r\n\r\n", "GET\r\n\r\n",
            "POST /notifications HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
            "POST /notifications HTTP/1.1\r\nHost: a\r\n"
                + "Content-Length: 99999999999999999999999\r\n\r\n{}",
            "POST /notifications HTTP/1.1\r\nHost: a\r\n"
                + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /health/none HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n",
            "GET /health/none HTTP/1.1\r\nHost: \u{1}\r\nX\u{0}: y\r\n\r\n",
            "\(chunked)\r\nZZ\r\n{}\r\n0\r\n\r\n", "\(chunked)\r\nFFFFFFFFFFFFFFFFFF\r\n{}",
            "\(chunked)Content-Length: 2\r\n\r\n{}",
            "BREW /notifications HTTP/1.1\r\nHost: a\r\n\r\n",
        ].randomElement(using: &random) ?? ""
    }

    private static func target(_ random: inout SplitMix64) -> String {
        let query = "app=\(EntitlementQuery.app)&environment=Sandbox"
        let path = "/v1/customers"
        let huge = String(repeating: "9", count: 3_000)
        let big = "99999999999999999999999"
        return [
            "\(path)/\(huge)/entitlements?\(query)", "\(path)/%00/entitlements?\(query)",
            "\(path)/%FF%FE/entitlements?\(query)", "\(path)/1%2F..%2F2/entitlements?\(query)",
            "\(path)/1/entitlements?\(query)&wait=\(big)",
            "\(path)/1/entitlements?\(query)&at=\(big)-01-01T00:00:00Z",
            "\(path)/1/entitlements?\(query)&at=%00",
            "\(path)/1/entitlements?app=%00&environment=\(huge)",
            "\(path)/1/entitlements?app=\(huge)&environment=Sandbox",
            "\(path)/1/entitlements/signed?\(query)&at=x", "*", "http://", "/v1/../metrics/%zz",
        ].randomElement(using: &random) ?? ""
    }

    private static func body(_ random: inout SplitMix64) -> [UInt8] {
        let deep = String(repeating: "[", count: 100_000)
        let deeper = String(repeating: "{\"signedPayload\":", count: 50_000)
        let part = Data(bytes(300, &random)).base64EncodedString()
        let texts = [
            "{\"signedPayload\":\"a\\u0000b\"}", "{\"signedTransaction\":\"\\u0000\"}",
            "{\"signedPayload\":99999999999999999999999999}", "{\"signedPayload\":1e400}",
            "{\"signedPayload\":-9223372036854775809,\"signedTransaction\":1e-999}",
            deep, deeper, "{\"signedPayload\":\(deep)", "", "null", "[]", "\"", "{}", "{",
            "{\"signedPayload\":\"\(part).\(part).\(part)\"}", "{\"receipt\":\"\(part)\"}",
            "{\"signedPayload\":\"..\"}", "{\"signedPayload\":\"\\ud800\"}",
            "{\"receipt\":\"\",\"signedTransaction\":\"\"}", "{\"signedPayload\":null}",
            "{\"signedPayload\":\"e30.e30.\"}", "{\"signedTransaction\":\"e30.e30.AA\"}",
            "{\"receipt\":\"\(String(repeating: "A", count: 5 << 20))\"}",
        ]
        if random.chance(0.2) { return bytes(3_000, &random) }
        return Array((texts.randomElement(using: &random) ?? "").utf8)
    }
}
