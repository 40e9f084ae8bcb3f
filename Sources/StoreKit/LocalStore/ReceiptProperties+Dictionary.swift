import Foundation
import LocalAppStore

extension ReceiptProperties {
    /// Reads the properties that a refresh asks for; what is not there, or no truth value, is not
    /// asked for.
    init(_ properties: [String: Any]?) {
        func asks(for key: String) -> Bool {
            let value = properties?[key]
            return value as? Bool ?? (value as? NSNumber)?.boolValue ?? false
        }
        self.init(
            isExpired: asks(for: SKReceiptPropertyIsExpired),
            isRevoked: asks(for: SKReceiptPropertyIsRevoked),
            isVolumePurchase: asks(for: SKReceiptPropertyIsVolumePurchase)
        )
    }
}
