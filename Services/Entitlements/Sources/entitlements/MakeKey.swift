import AppReceipt
import ArgumentParser
import Foundation

/// Makes the key that signs for apps that are offline.
struct MakeKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-key",
        abstract: "Writes a new private key to a file, and prints the public key for the app."
    )

    @Argument(help: "The file, which must not exist.")
    var path: String

    func run() throws {
        let key = EntitlementSigningKey()
        // The file is nobody else's from the beginning.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else {
            throw ValidationError("\(path): \(String(cString: strerror(errno)))")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(key.pemRepresentation.utf8))
        print(key.publicKey.pemRepresentation)
    }
}
