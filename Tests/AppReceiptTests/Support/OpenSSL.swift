#if os(Linux) || os(macOS)
import Foundation
import SwiftASN1

@testable import AppReceipt

/// OpenSSL's command, where it is installed.
enum OpenSSL {
    static let tool: URL? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":")
            .map { URL(fileURLWithPath: "\($0)/openssl") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// The content that OpenSSL found, or `nil` where it refused.
    static func verify(_ receipt: SignedReceipt, roots: [[UInt8]]) throws -> [UInt8]? {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, anchor, output) = (
            folder.appendingPathComponent("receipt.der"), folder.appendingPathComponent("root.pem"),
            folder.appendingPathComponent("payload")
        )
        try Data(receipt.bytes).write(to: input)
        let anchors = roots.map { PEMDocument(type: "CERTIFICATE", derBytes: $0).pemString }
        try Data((anchors.joined(separator: "\n") + "\n").utf8).write(to: anchor)
        let process = Process()
        process.executableURL = tool
        process.arguments = [
            "cms", "-verify", "-binary", "-inform", "DER", "-in", input.path, "-CAfile",
            anchor.path, "-purpose", "any", "-attime",
            "\(Int(Moment.created.timeIntervalSince1970))", "-out", output.path,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? Array(try Data(contentsOf: output)) : nil
    }
}
#endif
