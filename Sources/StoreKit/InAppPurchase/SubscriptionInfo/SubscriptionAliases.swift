/// The shorter name of ``Product/SubscriptionInfo``.
public typealias SubscriptionInfo = Product.SubscriptionInfo

/// The shorter name of ``Product/SubscriptionPeriod``.
public typealias SubscriptionPeriod = Product.SubscriptionPeriod

/// The shorter name of ``Product/SubscriptionInfo/RenewalInfo``.
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo

/// The shorter name of ``Product/SubscriptionInfo/RenewalState``.
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState

/// The shorter name of ``Product/SubscriptionInfo/Status``.
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
