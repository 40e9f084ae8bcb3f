#if canImport(Darwin)
import Foundation

extension ChildProcess {
    /// Attributes of a new process, before they are initialized.
    static var emptyAttributes: posix_spawnattr_t? { nil }
}
#else
import Foundation

extension ChildProcess {
    /// Attributes of a new process, before they are initialized.
    static var emptyAttributes: posix_spawnattr_t { posix_spawnattr_t() }
}
#endif
