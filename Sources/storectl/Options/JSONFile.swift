import AppReceipt
import Foundation
import StrictJSON

/// The content of a file that must be JSON.
struct JSONFile {
    private let name: String
    private let bytes: [UInt8]

    init(_ path: String, _ bytes: [UInt8]) {
        name = InputFile(path).name
        self.bytes = bytes
    }

    func value() throws -> JSONValue {
        guard String(bytes: bytes, encoding: .utf8) != nil else {
            throw Failure(.malformedFile, "\(name) is not text in UTF-8.")
        }
        do throws(JSONSyntaxError) {
            return try JSONParser.parse(bytes, skipsByteOrderMark: true)
        } catch {
            throw Failure(.malformedFile, "\(name), \(error.place(in: bytes)): \(error.reason)")
        }
    }
}
