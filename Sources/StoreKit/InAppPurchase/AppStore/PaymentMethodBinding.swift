/// A payment method that the customer gets from another business.
///
/// Linux has no payment methods to bind, so no value of this type exists.
public struct PaymentMethodBinding: Sendable, Hashable, Identifiable {
    /// The identifier of the payment method.
    public let id: String

    /// Fails, because Linux has no payment methods to bind.
    ///
    /// - Parameter id: The identifier of the payment method.
    /// - Throws: ``PaymentMethodBindingError/notEligible``.
    public init(id: String) async throws {
        throw PaymentMethodBindingError.notEligible
    }

    /// Throws ``PaymentMethodBindingError/notEligible``.
    public func bind() async throws {
        throw PaymentMethodBindingError.notEligible
    }
}
