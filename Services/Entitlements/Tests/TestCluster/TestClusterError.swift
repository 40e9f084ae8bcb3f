import Foundation

/// An error of a cluster or proxy for tests.
package enum TestClusterError: LocalizedError, Equatable {
    /// PostgreSQL is not on this machine.
    case missing(String)
    /// A program failed, with what it wrote.
    case failed(program: String, output: String)
    /// A statement failed.
    case refused(String)
    /// A call of the system failed.
    case system(call: String, reason: String)

    /// The description of the error.
    package var errorDescription: String? {
        switch self {
        case .missing(let program):
            "There is no \(program) on this machine. Install PostgreSQL 15 or later; in Debian it "
                + "is the package 'postgresql'."
        case .failed(let program, let output): "\(program) failed: \(output)"
        case .refused(let message): "The cluster refused: \(message)"
        case .system(let call, let reason): "\(call) failed: \(reason)"
        }
    }

    /// The error of the last call of the system.
    static func last(_ call: String) -> Self {
        .system(call: call, reason: String(cString: strerror(errno)))
    }
}
