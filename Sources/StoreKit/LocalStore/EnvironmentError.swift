import Foundation

/// What is wrong with the environment variables that name a store.
enum EnvironmentError: Error, Equatable, LocalizedError {
    case noConfiguration
    case unknownDialogs(String)
    case unknownDevice(String)

    var errorDescription: String? {
        switch self {
        case .noConfiguration:
            "No store: set STOREKIT_CONFIGURATION to the path of a .storekit file, or make an SKTestSession"
        case .unknownDialogs(let value):
            "STOREKIT_DIALOGS is \"\(value)\"; it can be confirm, refuse or terminal"
        case .unknownDevice(let value):
            "STOREKIT_DEVICE_IDENTIFIER is \"\(value)\"; it must be a UUID"
        }
    }
}
