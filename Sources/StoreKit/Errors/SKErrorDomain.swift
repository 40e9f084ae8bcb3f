// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The domain of the errors that StoreKit reports.
public let SKErrorDomain = "SKErrorDomain"
