import Foundation

// What throws instead of raising an exception came with iOS 13.4 and macOS 10.15.4.
extension FileHandle {
    /// Reads at most so many octets; fewer only where the file ends.
    func octets(upTo count: Int) throws -> Data {
        if #available(iOS 13.4, macOS 10.15.4, tvOS 13.4, *) {
            return try read(upToCount: count) ?? Data()
        }
        return readData(ofLength: count)
    }

    /// Writes all octets where the handle stands.
    func writeOctets(_ octets: Data) throws {
        if #available(iOS 13.4, macOS 10.15.4, tvOS 13.4, *) {
            try write(contentsOf: octets)
        } else {
            write(octets)
        }
    }
}
