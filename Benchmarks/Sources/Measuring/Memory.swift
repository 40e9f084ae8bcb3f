import Foundation

/// What the kernel says of this process's memory, in MiB.
package enum Memory {
    /// The most that was ever resident: `VmHWM` of `/proc/self/status`.
    package static var peak: Double { mebibytes("VmHWM:") }

    /// What is resident now: `VmRSS` of `/proc/self/status`.
    package static var resident: Double { mebibytes("VmRSS:") }

    private static func mebibytes(_ name: String) -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
        return kibibytes.flatMap { Double($0) }.map { $0 / 1024 } ?? .nan
    }
}
