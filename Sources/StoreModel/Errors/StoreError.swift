public import Foundation

/// An error of a store; except for `uncertainChange`, nothing was changed and nothing was
/// charged.
public enum StoreError: Error, Equatable {
    /// The ledger's file is damaged.
    case damagedFile(path: String, detail: String)
    /// The file is not a ledger; it was not changed.
    case foreignFile(path: String, detail: String)
    /// The ledger was written by a later version of this library.
    case newerFile(path: String, version: Int, supported: Int)
    /// The file has other names, which are hard links: SQLite would keep a log for each name.
    case linkedFile(path: String, count: Int)
    /// The file cannot be read or written, for example for lack of permissions.
    case unusableFile(path: String, detail: String)
    /// The store's receipts cannot be signed, or not be written to their folder.
    case unusableReceipts(path: String, detail: String)
    /// The key that signs the store's receipts is damaged.
    case damagedKey(path: String, detail: String)
    /// No space is left on the disk.
    case diskFull(path: String)
    /// Another process has locked the ledger for more than ten seconds; a later attempt may
    /// succeed.
    case busy(path: String)
    /// The disk failed while a change was written, and it is not known whether the change was
    /// made.
    ///
    /// Do not repeat the payment before the next launch, which delivers the purchase if it was
    /// charged. If another payment succeeds in the meantime, this one was not charged.
    case uncertainChange(path: String)
    /// The ledger has no entry with this `id`.
    case unknownEntry(id: Int64)
    /// The entry is not in the state that the operation requires.
    case unsuitableEntry(id: Int64, needs: String)
    /// The time is to be advanced by more than ``Store/Time/longestAdvance`` in one step.
    case excessiveAdvance
    /// The string contains a NUL character, at which SQLite would truncate it.
    case unsuitableText(String)
    /// The catalog has no such product.
    case unknownProduct(id: String)
    /// The customer has no active subscription to the product.
    case noSubscription(productID: String)
    /// The purchase failed, with the App Store's error code and the reason.
    case refusedPurchase(code: Int, reason: String?)
    /// The catalog has no key to sign promotional offers with.
    case noOfferKey
    /// The ledger has no customer with this `id`.
    case unknownCustomer(id: Customer.ID)
    /// The ledger has a customer with this name already.
    case customerExists(name: String)
    /// The customer or the family does not permit the change.
    case unsuitableCustomer(name: String, needs: String)
    /// The customer has signed out.
    case signedOut
    /// The request of the app's server is refused.
    case refusedRequest(ServerRequestRefusal)
    /// No event of the store leads to the notification.
    case unreachableNotification(String, reason: String)

    /// Whether a later attempt may succeed without a repair.
    package var mayPass: Bool {
        switch self {
        case .busy, .diskFull, .unusableFile, .unusableReceipts: true
        default: false
        }
    }
}

extension StoreError: LocalizedError {
    /// The problem and its place.
    public var errorDescription: String? {
        switch self {
        case .damagedFile(let path, let detail):
            "The store's ledger \(path) is damaged: \(detail)"
        case .foreignFile(let path, let detail):
            "\(path) is not a store's ledger: \(detail)"
        case .newerFile(let path, let version, let supported):
            "The store's ledger \(path) has version \(version); this library reads up to "
                + "\(supported)"
        case .linkedFile(let path, let count):
            "The store's ledger \(path) has \(count) names (hard links); it may have only one"
        case .unusableFile(let path, let detail):
            "The store's ledger \(path) cannot be used: \(detail)"
        case .unusableReceipts(let path, let detail):
            "The store's receipts in \(path) cannot be kept: \(detail)"
        case .damagedKey(let path, let detail):
            "The key \(path), which signs the store's receipts, is damaged: \(detail)"
        case .diskFull(let path):
            "The disk is full: there is no space left for \(path)"
        case .busy(let path):
            "Another process keeps the store's ledger \(path) locked"
        case .uncertainChange(let path):
            """
            The disk failed while the store's ledger \(path) was written, and it is not known \
            whether the change was made. \
            Do not pay again: a purchase that was made is delivered at the next launch.
            """
        case .unknownEntry(let id):
            "The store has no transaction \(id)"
        case .unsuitableEntry(let id, let needs):
            "Transaction \(id) is not \(needs)"
        case .excessiveAdvance:
            "The store's time can be advanced by at most ten years at once"
        case .unsuitableText(let text):
            "The store's ledger cannot keep a string with NUL: \(text.debugDescription)"
        case .unknownProduct(let id):
            "The store has no product \(id)"
        case .noSubscription(let id):
            "The customer has no active subscription to \(id)"
        case .refusedPurchase(let code, let reason):
            "The store refused the purchase with code \(code)" + (reason.map { ": \($0)" } ?? "")
        case .noOfferKey:
            "The configuration has no subscriptionOffersKeyPair to sign promotional offers with"
        case .unknownCustomer(let id):
            "The store has no customer \(id)"
        case .customerExists(let name):
            "The store already has a customer \"\(name)\""
        case .unsuitableCustomer(let name, let needs):
            "The customer \"\(name)\" is not \(needs)"
        case .signedOut:
            "The customer has signed out of the store"
        case .refusedRequest(let refusal):
            "The store refused the request with Apple's error \(refusal.rawValue), \(refusal)"
        case .unreachableNotification(let event, let reason):
            "No event leads to the notification \(event): \(reason)"
        }
    }
}

extension StoreError: CustomDebugStringConvertible {
    /// The problem, its place, and how to solve it.
    public var debugDescription: String {
        [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: ". ")
    }
}

extension StoreError {
    /// The way to repair a file that cannot be used; `nil` for other errors.
    public var recoverySuggestion: String? {
        switch self {
        case .damagedFile(let path, _):
            "Restore a copy of \(path), or move it away together with the files \(path)-wal and "
                + "\(path)-shm: the store then begins an empty ledger."
        case .foreignFile(let path, _):
            "Name another file for the ledger, or move \(path) away."
        case .newerFile(let path, _, _):
            "Update this library, or name another file than \(path) for the ledger."
        case .linkedFile(let path, _):
            "Remove the other names, which `find -samefile \(path)` lists, or copy the file and "
                + "use the copy."
        case .unusableFile(let path, _):
            "Make \(path) and its folder readable and writable, or name another file for the "
                + "ledger."
        case .unusableReceipts(let path, _):
            "Make \(path) and its contents readable and writable."
        case .damagedKey(let path, _):
            "Restore a copy of \(path), or remove it: the store then creates another key, "
                + "and verifiers have to trust its root certificate."
        case .diskFull(let path):
            "Free some space on the disk of \(path)."
        case .busy(let path):
            "End the process that keeps \(path) locked."
        case .excessiveAdvance: "Advance it in several steps."
        default: nil
        }
    }
}
