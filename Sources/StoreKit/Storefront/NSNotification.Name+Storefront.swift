// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

extension NSNotification.Name {
    /// The customer uses the App Store of another country now.
    ///
    /// The default payment queue posts it to the default center on the main queue while it has
    /// observers, right before they hear of it in `paymentQueueDidChangeStorefront(_:)`. Apple's is
    /// posted for those who use Apple Music.
    public static let SKStorefrontCountryCodeDidChange = NSNotification.Name(
        "SKStorefrontCountryCodeDidChangeNotification"
    )
}
