import Foundation

/// A file that the user named; `-` is standard input.
struct InputFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The name that errors give it.
    var name: String { path == "-" ? "standard input" : path }

    /// The location of the file, which exists.
    func existing() throws -> URL {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(.missingFile, "There is no file \(path).")
        }
        return URL(fileURLWithPath: path)
    }

    func data() throws -> Data {
        if path == "-" { return try Console.current.readInput() }
        let url = try existing()
        do {
            return try Data(contentsOf: url)
        } catch {
            throw Failure(.failed, "\(path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// The text of the file without white space around it.
    func text() throws -> String {
        String(decoding: try data(), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// A file that the user named to be written.
struct OutputFile {
    let path: String

    /// Writes the file as a whole or not at all.
    func write(_ data: Data) throws {
        do {
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw Failure(.failed, "\(path) cannot be written: \(error.localizedDescription)")
        }
    }
}
