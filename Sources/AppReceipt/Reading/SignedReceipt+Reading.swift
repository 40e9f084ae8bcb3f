extension SignedReceipt {
    /// Reads what the receipt claims, without any look at who signed it: for tools, never for a
    /// decision.
    ///
    /// - Throws: ``Error``, if the octets are no receipt.
    public func unverifiedContent() throws(Error) -> ReceiptContent {
        try EnvelopeReader(message: bytes).read().readContent()
    }
}

extension Envelope {
    func readContent() throws(SignedReceipt.Error) -> ReceiptContent {
        var reader = PayloadReader(contentStorage, contentRange)
        return try reader.read()
    }
}
