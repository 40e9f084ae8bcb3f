package import Foundation

/// Names of temporary files and folders that contain their process, so that a later process can
/// recognise the leftovers of one that was killed.
package enum TemporaryFileName {
    /// Distinguishes this process from an earlier one with the same number.
    private static let process = UUID().uuidString
    private static let number = ProcessInfo.processInfo.processIdentifier

    /// The date of the library's first use, by the system's clock, because that dates the files.
    private static let start = Date()

    package static func make(_ purpose: String) -> String {
        _ = start
        return "\(purpose)-\(number)-\(process)-\(UUID().uuidString)"
    }

    /// Removes such files of processes that have ended from a folder, if older than this process.
    package static func removeLeftovers(_ purpose: String, in folder: URL) {
        removeOld(in: folder) { isAbandoned($0, purpose) }
    }

    /// Removes the files with certain names that are older than this process.
    package static func removeOld(in folder: URL, where isLeftover: (String) -> Bool) {
        let start = start
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names ?? [] where isLeftover(name) {
            let place = folder.appendingPathComponent(name)
            let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
            guard let date = attributes?[.modificationDate] as? Date, date < start else { continue }
            try? FileManager.default.removeItem(at: place)
        }
    }

    private static func isAbandoned(_ name: String, _ purpose: String) -> Bool {
        guard name.hasPrefix(purpose + "-") else { return false }
        let parts = name.dropFirst(purpose.count + 1).split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let owner = Int32(parts[0]), owner > 0,
            UUID(uuidString: String(parts[1].prefix(36))) != nil
        else { return false }
        // Processes in containers often have the same number.
        if owner == number { return !parts[1].hasPrefix(process) }
        return kill(owner, 0) != 0 && errno == ESRCH
    }
}
