extension ChainCache {
    /// One chain and the octets it was found good for.
    struct Entry {
        let signer: ArraySlice<UInt8>
        /// `nil` for a signer that is trusted by itself.
        let intermediate: ArraySlice<UInt8>?
        /// The other certificates of that receipt, such as the root, which were found well-formed.
        let companions: [ArraySlice<UInt8>]
        let chain: TrustedChain
        /// What receipts with this chain mostly have, octet for octet.
        var sender: Sender?

        func matches(_ signer: ArraySlice<UInt8>, _ others: [ArraySlice<UInt8>]) -> Bool {
            guard self.signer == signer else { return false }
            if let intermediate, !others.contains(intermediate) { return false }
            return others.allSatisfy { $0 == intermediate || companions.contains($0) }
        }
    }
}
