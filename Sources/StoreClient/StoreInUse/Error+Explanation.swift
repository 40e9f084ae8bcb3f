import Foundation

extension Error {
    /// What is wrong, where, and what to do, for developers.
    package var explanation: String {
        let suggestion = (self as? any LocalizedError)?.recoverySuggestion
        return [localizedDescription, suggestion].compactMap(\.self).joined(separator: ". ")
    }
}
