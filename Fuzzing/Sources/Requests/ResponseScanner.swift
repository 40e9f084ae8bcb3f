import Foundation

/// Reads the responses on a connection, and ends the process if they are not well-formed.
struct ResponseScanner {
    private var rest: ArraySlice<UInt8>

    struct Response {
        let status: Int
        /// Whether it has the bytes that it states; a response to HEAD does not.
        let isWhole: Bool
    }

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The responses; behind one to HEAD, which only states its length, nothing is read.
    mutating func responses() -> [Response] {
        var responses: [Response] = []
        while !rest.isEmpty {
            let response = next()
            responses.append(response)
            guard response.isWhole else { break }
        }
        return responses
    }

    private mutating func next() -> Response {
        guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else {
            fatalError("a response without an end: \(String(decoding: rest, as: UTF8.self))")
        }
        let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        rest = rest[end.upperBound...]
        let parts = lines[0].split(separator: " ", maxSplits: 2)
        guard parts.count == 3, parts[0] == "HTTP/1.1", let status = Int(parts[1]) else {
            fatalError("a malformed response: \(lines[0])")
        }
        guard status != 100 else { return Response(status: status, isWhole: true) }
        let lengths = lines.filter { $0.hasPrefix("Content-Length: ") }
        guard lengths.count == 1, let length = Int(lengths[0].dropFirst(16)), length >= 0 else {
            fatalError("a response without a length: \(lines)")
        }
        guard rest.count >= length, !rest.starts(with: Array("HTTP/1.1 ".utf8)) else {
            return Response(status: status, isWhole: false)
        }
        rest = rest.dropFirst(length)
        return Response(status: status, isWhole: true)
    }
}

/// The length of the body that the first request states in one way.
struct StatedLength {
    /// The bytes of the head.
    let bytes: Int
    /// The bytes of the body.
    let length: Int

    init?(of request: [UInt8]) {
        guard let end = request.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        bytes = end.lowerBound
        let lengths = String(decoding: request[..<end.lowerBound], as: UTF8.self).lowercased()
            .components(separatedBy: "\r\n").filter { $0.hasPrefix("content-length: ") }
        guard lengths.count == 1, let length = Int(lengths[0].dropFirst(16)) else { return nil }
        self.length = length
    }
}
