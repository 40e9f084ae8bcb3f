import AppReceipt
import Foundation
import Measuring

/// One way of reading a receipt, which is measured in every round.
enum Contestant: String, CaseIterable {
    case floor = "RSA + SHA-256"
    case verify
    case judged = "verify, chain judged"
    case decode = "decode alone"
    case base64 = "base64 + verify"
    case raw = "OpenSSL raw"
    case cms = "OpenSSL cms"
    case python = "apple-purchase-receipt-verifier"

    static let own: [Contestant] = [.floor, .verify, .judged, .decode, .base64]
}
