import Foundation

/// Names what ends with its process at the latest, so that a later process can tell what was left
/// behind by a kill.
enum TemporaryName {
    /// Tells this process from an earlier one of the same number.
    private static let process = UUID().uuidString
    private static let number = ProcessInfo.processInfo.processIdentifier

    /// When this library was first used: the system's time, for files are dated by it.
    private static let start = Date()

    /// A name that nobody else has.
    static func make(_ purpose: String) -> String {
        _ = start
        return "\(purpose)-\(number)-\(process)-\(UUID().uuidString)"
    }

    /// Removes from a folder what processes that are gone left under such names, if it is older
    /// than this process.
    static func removeLeftovers(_ purpose: String, in folder: URL) {
        removeOld(in: folder) { isAbandoned($0, purpose) }
    }

    /// Removes what is older than this process and has one of certain names.
    static func removeOld(in folder: URL, where isMeant: (String) -> Bool) {
        let start = start
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names ?? [] where isMeant(name) {
            let place = folder.appendingPathComponent(name)
            let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
            guard let date = attributes?[.modificationDate] as? Date, date < start else { continue }
            try? FileManager.default.removeItem(at: place)
        }
    }

    private static func isAbandoned(_ name: String, _ purpose: String) -> Bool {
        guard name.hasPrefix(purpose + "-") else { return false }
        let parts = name.dropFirst(purpose.count + 1).split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let owner = Int32(parts[0]), owner > 0 else { return false }
        // Processes in containers often have all the same number.
        if owner == number { return !parts[1].hasPrefix(process) }
        return kill(owner, 0) != 0 && errno == ESRCH
    }
}
