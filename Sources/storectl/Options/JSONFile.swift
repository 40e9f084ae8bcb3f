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

    func node() throws(Failure) -> JSONNode {
        do throws(JSONMismatch) {
            return try JSONNode(document: bytes)
        } catch {
            throw Failure(error, in: name)
        }
    }
}

extension Failure {
    /// Makes the error of a value in a file.
    init(_ mismatch: JSONMismatch, in place: String) {
        let path = mismatch.path.isEmpty ? "" : ", \(mismatch.path)"
        self.init(.malformedFile, "\(place)\(path): \(mismatch.reason).")
    }
}
