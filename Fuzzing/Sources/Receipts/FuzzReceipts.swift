import AppReceipt
import Driving
import Foundation

@main
enum FuzzReceipts {
    // The script names the folder; without it there is nothing to test.
    static let target = Result { try ReceiptTarget(FuzzFolder()) }

    static func main() throws {
        let target = try target.get()
        try writeSeeds(target)
        guard !FuzzFolder.isForSeedsOnly else { return }
        exit(
            FuzzRun.start { bytes, count in
                let input = Array(UnsafeBufferPointer(start: bytes, count: count))
                try? FuzzReceipts.target.get().take(input)
                return 0
            }
        )
    }

    private static func writeSeeds(_ target: ReceiptTarget) throws {
        let folder = try FuzzFolder()
        for seed in target.seeds {
            try folder.add(seed: seed.message, named: seed.name)
            try folder.add(seed: seed.payload, named: "\(seed.name)-content")
        }
        let certificates = Array(target.signer.identity.certificates.joined())
        try folder.add(seed: DERElement.make(0xA0, certificates), named: "certificates")
        let message = Message(target.seeds[0].payload, target.signer)
        let attributes = DERElement.make(0xA1, message.neededAttributes)
        try folder.add(seed: attributes, named: "attributes")
    }
}
