extension ChainCache {
    /// One chain and the octets it was found good for.
    struct Entry {
        let signer: ArraySlice<UInt8>
        /// `nil` for a signer that is trusted by itself.
        let intermediate: ArraySlice<UInt8>?
        let chain: TrustedChain

        func matches(_ signer: ArraySlice<UInt8>, _ others: [ArraySlice<UInt8>]) -> Bool {
            self.signer == signer && (intermediate.map(others.contains) ?? true)
        }
    }
}
