import AppReceipt
import ArgumentParser
import Foundation

/// Creates the key that signs entitlements for offline apps.
struct MakeKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-key",
        abstract: "Writes a new private key to a file, and prints the public key for the app."
    )

    @Argument(help: "The new file.")
    var path: String

    func run() throws {
        let key = EntitlementSigningKey()
        // Creates the file with mode 0600.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else {
            throw ValidationError("\(path): \(String(cString: strerror(errno)))")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(key.pemRepresentation.utf8))
        print(key.publicKey.pemRepresentation)
    }
}
