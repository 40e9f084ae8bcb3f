/// The answer of verifyReceipt, or of another validator, as JSON says it: objects, arrays and
/// scalars.
public typealias ReceiptInfo = [String: AnyObject]
