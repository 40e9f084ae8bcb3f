extension ChainCache {
    /// A signer, the certificates that were met beside it, and its chain by way of them.
    struct Entry {
        let signer: ArraySlice<UInt8>
        /// All of them were found well-formed, also those that no chain needs.
        let others: [ArraySlice<UInt8>]
        let chain: TrustedChain
        /// What receipts of this signer mostly have, octet for octet.
        var sender: Sender?

        /// The chain that a search would find in a receipt with these certificates; `nil` where it
        /// has to be searched for.
        func chain(
            from signer: ArraySlice<UInt8>,
            by others: [ArraySlice<UInt8>]
        ) -> TrustedChain? {
            guard self.signer == signer, others.allSatisfy(self.others.contains) else { return nil }
            return chain.chain(by: others)
        }
    }
}
