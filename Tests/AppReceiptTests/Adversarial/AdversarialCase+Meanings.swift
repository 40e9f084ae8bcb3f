import Crypto
import Foundation

@testable import AppReceipt

extension AdversarialCase {
    /// Genuine receipts of another app, device or environment, or without purchases.
    static let meanings: [AdversarialCase] = apps + devices + environments + purchases

    private static let apps = [
        AdversarialCase("receipt of the app", nil, rules: [app], of: .make()),
        AdversarialCase(
            "receipt of another app",
            .bundleIdentifier,
            rules: [app],
            of: .make(bundleIdentifier: "com.zeptolab.ctrbonus")
        ),
        AdversarialCase(
            "receipt of an app whose identifier begins the same",
            .bundleIdentifier,
            rules: [app],
            of: .make(bundleIdentifier: "com.example.app.evil")
        ),
        AdversarialCase(
            "bundle identifier in another case",
            .bundleIdentifier,
            rules: [app],
            of: .make(bundleIdentifier: "com.example.App")
        ),
        AdversarialCase(
            "bundle identifier that Unicode holds for equal",
            .bundleIdentifier,
            rules: [.bundleIdentifier("com.caf\u{E9}")],
            of: .make(bundleIdentifier: "com.cafe\u{301}")
        ),
        AdversarialCase(
            "receipt of another version",
            .version,
            rules: [app, .version("4.2")],
            of: .make()
        ),
    ]

    private static let devices = [
        AdversarialCase(
            "receipt of the device",
            nil,
            rules: [.device(device)],
            of: .make(device: device)
        ),
        AdversarialCase(
            "receipt of another device",
            .device,
            rules: [.device(device.reversed())],
            of: .make(device: device)
        ),
        AdversarialCase(
            "receipt of no device",
            .device,
            rules: [.device(device)],
            of: .make()
        ),
        AdversarialCase(
            "device hash over the text instead of its element",
            .device,
            rules: [.device(device)],
            of: {
                var content = ReceiptContent.make()
                let text = Array(content.bundleIdentifier.utf8)
                content.deviceHash = Array(
                    Insecure.SHA1.hash(data: device + content.opaqueValue + text)
                )
                return content
            }()
        ),
        AdversarialCase(
            "device hash of another network interface",
            .device,
            rules: [.device([1, 2, 3, 4, 5, 7])],
            of: .make(device: [1, 2, 3, 4, 5, 6])
        ),
    ]

    private static let environments: [AdversarialCase] =
        [
            ("Production", nil), ("ProductionVPP", nil), ("ProductionSandbox", .environment),
            ("ProductionVPPSandbox", .environment), ("Sandbox", .environment),
            ("Xcode", .environment), ("LocalTesting", .environment), ("production", .environment),
            ("Production ", .environment), ("ProductionX", .environment),
        ].map { (type: String, rule: ReceiptVerdict.Rule?) in
            AdversarialCase(
                "type \(type) where production is required",
                rule,
                rules: [.environment(.production)],
                of: .make(type: ReceiptType(rawValue: type))
            )
        } + [
            AdversarialCase(
                "no type where production is required",
                .environment,
                rules: [.environment(.production)],
                of: .make(type: nil)
            ),
            AdversarialCase(
                "no type where any environment is accepted",
                .environment,
                rules: [EnvironmentRule(Set(ReceiptEnvironment.allCases))],
                of: .make(type: nil)
            ),
        ]

    private static let purchases = [
        AdversarialCase("no purchases", nil, of: .make(purchases: [])),
        AdversarialCase(
            "one transaction twice",
            nil,
            of: .make(purchases: [.make(), .make()])
        ),
        AdversarialCase(
            "purchase that was refunded",
            nil,
            of: {
                var purchase = Receipt.InAppPurchase.make()
                purchase.cancellationDate = Moment.created
                return .make(purchases: [purchase])
            }()
        ),
        AdversarialCase(
            "volume purchase that ended",
            .expiry,
            rules: [.notExpired(at: Moment.chainEnd)],
            of: .make(expirationDate: Moment.chainEnd)
        ),
    ]

    private static let app = BundleIdentifierRule("com.example.app")
    private static let device: [UInt8] = [0x6B, 0x1E, 0x1F, 0x3C, 0x92, 0xF5, 0x4B, 0x9D]
}
