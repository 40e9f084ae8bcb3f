// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Asks for a receipt that has expired: `true` or `false`.
public let SKReceiptPropertyIsExpired = "expired"

/// Asks for a receipt that was revoked: `true` or `false`.
public let SKReceiptPropertyIsRevoked = "revoked"

/// Asks for a receipt of a volume purchase: `true` or `false`.
public let SKReceiptPropertyIsVolumePurchase = "vpp"
