/// What can stand under a name in a verifyReceipt answer.
package enum ResponseValue: Equatable, Sendable {
    /// A text; in purchases numbers and truth values are texts too.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// An object.
    case object(ResponseObject)
    /// Objects in their order.
    case list([ResponseObject])
}
