import Foundation

/// What the kernel says of this process's memory.
package enum Memory {
    /// The most that was ever resident, in MiB: `VmHWM` of `/proc/self/status`.
    package static var peak: Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
        return kibibytes.flatMap { Double($0) }.map { $0 / 1024 } ?? .nan
    }
}
