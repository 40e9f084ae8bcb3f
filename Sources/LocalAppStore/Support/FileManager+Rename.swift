import Foundation

extension FileManager {
    /// Renames a file, which replaces one with the new name atomically.
    func rename(_ file: URL, to name: URL) throws {
        guard Foundation.rename(file.path, name.path) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }
}
