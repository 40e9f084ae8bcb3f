/// The exit status of a command, for scripts; codes from 64 on are from `sysexits.h`.
enum ExitStatus: Equatable {
    case success
    /// The store refused, a document did not verify, or an expectation was not met.
    case refused
    /// The command line is wrong.
    case usage
    case malformedFile
    case missingFile
    /// The ledger or another file cannot be used now, or an unexpected error occurred.
    case failed
    /// The exit code of the command that `exec` ran.
    case command(Int32)

    var code: Int32 {
        switch self {
        case .success: 0
        case .refused: 1
        case .usage: 64
        case .malformedFile: 65
        case .missingFile: 66
        case .failed: 70
        case .command(let code): code
        }
    }

    /// The name in an error in JSON.
    var name: String {
        if case .command = self { "command" } else { "\(self)" }
    }

    static let help = """
        It opens the ledger that the app uses, so a running app sees every change at once.

        EXIT CODES:
          0   It was done.
          1   The store refused, or something is not as it should be.
          64  The command line is wrong.
          65  The content of a file is wrong.
          66  There is no such file.
          70  The ledger or a file cannot be used now, or an internal error.
        """
}

/// The end of a command that wrote everything, with a status.
struct EarlyExit: Error {
    let status: ExitStatus
}
