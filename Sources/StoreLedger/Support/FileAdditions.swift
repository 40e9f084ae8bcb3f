package import Foundation

extension FileManager {
    /// Renames a file; one with the new name is replaced atomically.
    func rename(_ file: URL, to name: URL) throws {
        guard Foundation.rename(file.path, name.path) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }
}

// The methods that throw, instead of raising an exception, need iOS 13.4 and macOS 10.15.4.
extension FileHandle {
    /// Reads up to a number of bytes; fewer only at the end of the file.
    package func readBytes(upTo count: Int) throws -> Data {
        if #available(iOS 13.4, macOS 10.15.4, tvOS 13.4, *) {
            return try read(upToCount: count) ?? Data()
        }
        return readData(ofLength: count)
    }

    func writeBytes(_ bytes: Data) throws {
        if #available(iOS 13.4, macOS 10.15.4, tvOS 13.4, *) {
            try write(contentsOf: bytes)
        } else {
            write(bytes)
        }
    }
}
