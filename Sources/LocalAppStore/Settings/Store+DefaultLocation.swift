package import Foundation
import StoreLedger

extension StoreLocation {
    /// The ledger of the process's environment: the one of `STOREKIT_STORE`, otherwise
    /// `AppStore.ledger` in the user's data folder, under the app's name.
    package static func ledger(
        in environment: [String: String],
        appName: @autoclosure () -> String
    ) -> URL {
        if let path = environment["STOREKIT_STORE"] { return URL(fileURLWithPath: path) }
        return dataFolder(in: environment)
            .appendingPathComponent(appName())
            .appendingPathComponent("AppStore.ledger")
    }

    /// The folder of the XDG Base Directory Specification for data that outlives the program.
    private static func dataFolder(in environment: [String: String]) -> URL {
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
            return URL(fileURLWithPath: path)
        }
        // FileManager offers the user's home directory only on systems with several users.
        return URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent(".local/share")
    }
}
