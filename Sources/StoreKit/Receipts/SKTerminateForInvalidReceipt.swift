// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// Ends the process with status 173, by which macOS knows that the app's receipt is invalid.
///
/// It returns an exit status to the parent process and nothing else happens: no store is asked.
public func SKTerminateForInvalidReceipt() {
    exit(173)
}
