import Crypto
import Foundation

@testable import AppReceipt

extension AdversarialCase {
    /// Receipts that are genuine and used where they should not be: M1 to M3, M6, M7, M9, E15.
    static let meanings: [AdversarialCase] = apps + devices + environments + purchases

    private static let apps = [
        AdversarialCase("M1 receipt of the app", nil, asking: [app], of: .make()),
        AdversarialCase(
            "M1 receipt of another app",
            .bundleIdentifier,
            asking: [app],
            of: .make(bundleIdentifier: "com.zeptolab.ctrbonus")
        ),
        AdversarialCase(
            "M1 receipt of an app whose identifier begins the same",
            .bundleIdentifier,
            asking: [app],
            of: .make(bundleIdentifier: "com.example.app.evil")
        ),
        AdversarialCase(
            "E15 bundle identifier in another case",
            .bundleIdentifier,
            asking: [app],
            of: .make(bundleIdentifier: "com.example.App")
        ),
        AdversarialCase(
            "E15 bundle identifier that Unicode holds for equal",
            .bundleIdentifier,
            asking: [.bundleIdentifier("com.caf\u{E9}")],
            of: .make(bundleIdentifier: "com.cafe\u{301}")
        ),
        AdversarialCase(
            "M1 receipt of another version",
            .version,
            asking: [app, .version("4.2")],
            of: .make()
        ),
    ]

    private static let devices = [
        AdversarialCase(
            "M2 receipt of the device",
            nil,
            asking: [.device(device)],
            of: .make(device: device)
        ),
        AdversarialCase(
            "M2 receipt of another device",
            .device,
            asking: [.device(device.reversed())],
            of: .make(device: device)
        ),
        AdversarialCase(
            "M2 receipt of no device",
            .device,
            asking: [.device(device)],
            of: .make()
        ),
        AdversarialCase(
            "M6 device hash over the text instead of its element",
            .device,
            asking: [.device(device)],
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
            "M6 device hash of another network interface",
            .device,
            asking: [.device([1, 2, 3, 4, 5, 7])],
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
                "M3 type \(type) where production is asked for",
                rule,
                asking: [.environment(.production)],
                of: .make(type: ReceiptType(rawValue: type))
            )
        } + [
            AdversarialCase(
                "M3 no type where production is asked for",
                .environment,
                asking: [.environment(.production)],
                of: .make(type: nil)
            ),
            AdversarialCase(
                "M3 no type where anything is asked for",
                .environment,
                asking: [EnvironmentRule(Set(ReceiptEnvironment.allCases))],
                of: .make(type: nil)
            ),
        ]

    private static let purchases = [
        AdversarialCase("M9 no purchases", nil, of: .make(purchases: [])),
        AdversarialCase(
            "M10 one transaction twice",
            nil,
            of: .make(purchases: [.make(), .make()])
        ),
        AdversarialCase(
            "M7 purchase that was taken back",
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
            asking: [.notExpired(at: Moment.chainEnd)],
            of: .make(expirationDate: Moment.chainEnd)
        ),
    ]

    private static let app = BundleIdentifierRule("com.example.app")
    private static let device: [UInt8] = [0x6B, 0x1E, 0x1F, 0x3C, 0x92, 0xF5, 0x4B, 0x9D]
}
