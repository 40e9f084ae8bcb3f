import Foundation

/// Remembers chains that were found good, by the exact octets of the certificates.
///
/// What is found here is what a search would find, so that no verdict depends on earlier receipts.
/// Only good chains are kept, one a signer, so nobody without a trusted certificate can push
/// another one out.
final class ChainCache: @unchecked Sendable {  // Every access to `entries` holds the lock.
    private let lock = NSLock()
    private let limit: Int
    private var entries: [Entry] = []

    init(limit: Int = 16) {
        self.limit = limit
    }

    var count: Int { lock.withLock { entries.count } }

    /// The chain of the receipt's signer, if this signer's last receipt had the same certificates.
    func chain(of envelope: Envelope) -> TrustedChain? {
        lock.withLock {
            for index in entries.indices {
                if let sender = entries[index].sender, sender.isSender(of: envelope) {
                    use(index)
                    return sender.chain
                }
            }
            return nil
        }
    }

    /// The chain of a signer by way of any of the others, all of which were met beside it.
    func chain(
        from signer: ArraySlice<UInt8>,
        by others: [ArraySlice<UInt8>]
    ) -> TrustedChain? {
        lock.withLock {
            for index in entries.indices {
                if let chain = entries[index].chain(from: signer, by: others) {
                    use(index)
                    return chain
                }
            }
            return nil
        }
    }

    /// Keeps the chain of a signer by way of any of the others, in place of one that was kept
    /// before.
    ///
    /// If there are too many, the one that was not asked for the longest time is forgotten.
    func insert(
        _ chain: TrustedChain,
        from signer: ArraySlice<UInt8>,
        by others: [ArraySlice<UInt8>]
    ) {
        // Copies, because a slice would keep its whole receipt in memory.
        let entry = Entry(
            signer: Array(signer)[...],
            others: others.map { Array($0)[...] },
            chain: chain
        )
        lock.withLock {
            entries.removeAll { $0.signer == entry.signer }
            entries.insert(entry, at: 0)
            if entries.count > limit { entries.removeLast() }
        }
    }

    /// Finds a chain that is kept without a search in the next receipt that has these octets.
    func remember(_ sender: Sender, of signer: ArraySlice<UInt8>) {
        lock.withLock {
            guard let index = entries.firstIndex(where: { $0.signer == signer }) else { return }
            entries[index].sender = sender
        }
    }

    /// Called with the lock held.
    private func use(_ index: Int) {
        if index > 0 { entries.insert(entries.remove(at: index), at: 0) }
    }
}
