import Foundation

/// Remembers chains that were found good, by the exact octets of signer and intermediate.
///
/// Only good chains are kept, so nobody without a trusted certificate can push another one out.
final class ChainCache: @unchecked Sendable {  // Every access to `entries` holds the lock.
    private let lock = NSLock()
    private let limit: Int
    private var entries: [Entry] = []

    init(limit: Int = 16) {
        self.limit = limit
    }

    var count: Int { lock.withLock { entries.count } }

    /// The chain of the receipt's signer, if a receipt with the same certificates was met before.
    func chain(of envelope: Envelope) -> TrustedChain? {
        lock.withLock {
            let index = entries.firstIndex { $0.sender?.isSender(of: envelope) ?? false }
            return index.map(use)
        }
    }

    /// The chain of a signer with any of these intermediates; `sender` finds it without a search from now on.
    func chain(
        from signer: ArraySlice<UInt8>,
        by others: [ArraySlice<UInt8>],
        sender: Sender? = nil
    ) -> TrustedChain? {
        lock.withLock {
            guard let index = entries.firstIndex(where: { $0.matches(signer, others) }) else {
                return nil
            }
            if let sender { entries[index].sender = sender }
            return use(index)
        }
    }

    /// Keeps a chain, whose intermediate stands at a place among `others`.
    ///
    /// If there are too many, the one that was not asked for the longest time is forgotten.
    func insert(
        _ chain: TrustedChain,
        from signer: ArraySlice<UInt8>,
        by others: [ArraySlice<UInt8>],
        intermediate: Int?,
        sender: Sender? = nil
    ) {
        // Copies, because a slice would keep its whole receipt in memory.
        let copies = others.map { Array($0)[...] }
        let entry = Entry(
            signer: Array(signer)[...],
            intermediate: intermediate.map { copies[$0] },
            companions: copies.indices.filter { $0 != intermediate }.map { copies[$0] },
            chain: chain,
            sender: sender
        )
        lock.withLock {
            entries.removeAll { $0.signer == entry.signer && $0.intermediate == entry.intermediate }
            entries.insert(entry, at: 0)
            if entries.count > limit { entries.removeLast() }
        }
    }

    /// Called with the lock held.
    private func use(_ index: Int) -> TrustedChain {
        if index > 0 { entries.insert(entries.remove(at: index), at: 0) }
        return entries[0].chain
    }
}
