import Foundation
import SwiftyStoreKit

/// A way in which a receipt is held, and what is wanted of questions to it.
struct Form {
    let name: String
    let goal: String
    let ask: (Question) -> Int

    struct Failure: Error {}

    static func all(_ json: Data) throws -> [Form] {
        let read = try VerifyReceiptResult(json: json).get()
        guard let cast = try JSONSerialization.jsonObject(with: json) as? ReceiptInfo else {
            throw Failure()
        }
        let content = ReceiptDetails(receiptInfo: read)
        return [
            Form(name: "dictionary of this library", goal: "goal 15x") { $0.ask(read) },
            Form(name: "dictionary of a cast", goal: "goal 15x") { $0.ask(cast) },
            Form(name: "typed values", goal: "goal 400x, under 1 ms") { $0.ask(content) },
        ]
    }
}
