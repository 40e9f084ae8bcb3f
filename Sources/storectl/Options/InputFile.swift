import Foundation
import LocalAppStore
import StrictJSON

/// A file that the user named, or a pipe; `-` is standard input.
struct InputFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The name that errors give it.
    var name: String { path == "-" ? "standard input" : path }

    private var isRegular: Bool { path != "-" && FileKind(path) == .regular }

    func data() throws -> Data {
        if path == "-" {
            return try Console.current.contents(ofPipe: path, Console.current.readInput)
        }
        switch FileKind(path) {
        case nil: throw Failure(.missingFile, "There is no file \(path).")
        case .folder:
            let advice = "Name a file, or - for standard input."
            throw Failure(.missingFile, "\(path) is a folder.", suggestion: advice)
        case .regular: return try reading { try Data(contentsOf: $0) }
        case .other:
            // `Data` needs a size.
            return try Console.current.contents(ofPipe: path) {
                try reading { try FileHandle(forReadingFrom: $0).readDataToEndOfFile() }
            }
        }
    }

    private func reading(_ body: (URL) throws -> Data) throws -> Data {
        do {
            return try body(URL(fileURLWithPath: path))
        } catch {
            throw Failure(.failed, "\(path) cannot be read: \(error.reason(at: path)).")
        }
    }

    /// The text of the file without white space around it.
    func text() throws -> String {
        String(decoding: try data(), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The catalog in the file; files beside a pipe are ignored.
    func catalog() throws -> Catalog {
        let data = try data()
        return isRegular
            ? try Catalog(contentsOf: URL(fileURLWithPath: path))
            : try Catalog(data: data, fileName: name)
    }

    /// The JSON in the file, and its bytes.
    func json() throws -> (node: JSONNode, bytes: [UInt8]) {
        let bytes = Array(try data())
        do throws(JSONMismatch) {
            return (try JSONNode(document: bytes), bytes)
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// The certificate in the file, in DER or PEM.
    func certificate() throws -> [UInt8] {
        let data = try data()
        let text = String(decoding: data, as: UTF8.self)
        guard text.hasPrefix("-----BEGIN CERTIFICATE-----") else { return Array(data) }
        let lines = text.split(whereSeparator: \.isNewline).dropFirst()
            .prefix { !$0.hasPrefix("-----END") }
        guard let decoded = Data(base64Encoded: lines.joined()) else {
            throw Failure(.malformedFile, "\(path) is not a certificate in PEM.")
        }
        return Array(decoded)
    }

    /// Calls `body` with a file of the content, for readers that need a path.
    func withFile<Result>(_ body: (URL) throws -> Result) throws -> Result {
        if isRegular { return try body(URL(fileURLWithPath: path)) }
        let data = try data()
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        defer { try? FileManager.default.removeItem(at: copy) }
        try data.write(toNamed: copy.path)
        return try body(copy)
    }
}

extension Data {
    /// Writes a file as a whole or not at all; a device or a pipe gets the bytes.
    func write(toNamed path: String) throws {
        do {
            let isOther = FileKind(path) == .other
            try write(to: URL(fileURLWithPath: path), options: isOther ? [] : .atomic)
        } catch {
            throw Failure(.failed, "\(path) cannot be written: \(error.reason(at: path)).")
        }
    }
}

/// The kind of the file at a path, behind all links.
enum FileKind {
    case regular
    case folder
    /// A pipe, a socket or a device.
    case other

    /// Makes the kind; `nil` without a file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}

extension Error {
    /// Returns the reason of an error of a file, for people.
    fileprivate func reason(at path: String) -> String {
        if FileKind(path) == .folder { return "it is a folder" }
        switch (self as? CocoaError)?.code {
        case .fileReadNoPermission, .fileWriteNoPermission: return "this user has no permission"
        case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such folder"
        case .fileWriteOutOfSpace: return "the disk is full"
        default: return localizedDescription
        }
    }
}
