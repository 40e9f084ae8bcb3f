/// The status that a Mac app exits with so that the system fetches a new receipt.
public enum ReceiptExitCode: Int32, Sendable {
    /// The receipt is not valid.
    case notValid = 173
}
