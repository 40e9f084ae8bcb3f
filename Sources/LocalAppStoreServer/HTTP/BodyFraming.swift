/// The form in which the length of a request's body is stated (RFC 9112, 6.3).
enum BodyFraming: Equatable {
    /// The request has this many bytes, also none.
    case length(Int)
    /// The request has chunks, each of which states its length.
    case chunked

    /// Reads the framing from the fields of a request.
    ///
    /// A request that states both lengths is refused: programs that disagree about which one holds
    /// take a part of its body for another request.
    init(of head: RequestHead) throws(RequestRefusal) {
        let coding = try head.fields.value(of: "transfer-encoding")
        let length = try head.fields.value(of: "content-length")
        switch (coding, length) {
        case (nil, nil): self = .length(0)
        case (nil, let length?): self = .length(try Self.number(length))
        case (let coding?, nil):
            guard head.isHTTP11 else {
                throw RequestRefusal(.badRequest, "HTTP 1.0 does not support transfer coding.")
            }
            // The Kelvin sign would be the same as a letter.
            guard coding.allSatisfy(\.isASCII), coding.lowercased() == "chunked" else {
                throw RequestRefusal(.notImplemented, "The transfer coding is not chunked.")
            }
            self = .chunked
        default:
            throw RequestRefusal(.badRequest, "The request states its length in two ways.")
        }
    }

    private static func number(_ text: String) throws(RequestRefusal) -> Int {
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text) else {
            throw RequestRefusal(.badRequest, "The length of the request is not a number.")
        }
        return number
    }

    /// The size of a chunk, in hexadecimal digits before a semicolon or the end of the line.
    static func chunkSize(_ line: [UInt8]) throws(RequestRefusal) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") }
        let text = String(decoding: digits, as: UTF8.self)
        // A sign would pass the conversion.
        guard text.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
            let size = Int(text, radix: 16)
        else { throw RequestRefusal(.badRequest, "The size of a chunk is not a number.") }
        return size
    }
}
