// swift-tools-version: 6.2
import PackageDescription

// Apple's platforms bring StoreKit and StoreKitTest themselves, so the package must not declare
// modules of those names there. The manifest runs on the host, which therefore decides.
#if canImport(Darwin)
let bringsStoreKit = false
#else
let bringsStoreKit = true
#endif

// The rules of all targets but those that set their own.
var rules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Only the package's own checks make warnings errors: such a setting collides with the
// -suppress-warnings that build systems give to dependencies. Deprecations only warn, because Apple
// deprecated the original StoreKit API.
if Context.environment["SWIFTYSTOREKIT_WARNINGS_AS_ERRORS"] == "1" {
    rules += [
        .treatAllWarnings(as: .error),
        .treatWarning("DeprecatedDeclaration", as: .warning),
    ]
}

// The traits. A package that is named only under a trait that is off is not even downloaded. A
// condition names one trait, because SwiftPM 6.2 and 6.3 read several differently.
let receipts = "Receipts"
let localAppStore = "LocalAppStore"

/// Modules that Apple's platforms bring, for a target that uses them.
func elsewhere(_ dependencies: Target.Dependency...) -> [Target.Dependency] {
    bringsStoreKit ? dependencies : []
}

func receiptsProduct(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [receipts]))
}

func localAppStoreProduct(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [localAppStore]))
}

let cryptography = [
    receiptsProduct("Crypto", "swift-crypto"),
    receiptsProduct("_CryptoExtras", "swift-crypto"),
    receiptsProduct("X509", "swift-certificates"),
    receiptsProduct("SwiftASN1", "swift-asn1"),
]

// GRDB, and SQLite's C API beside it.
let database = [
    localAppStoreProduct("GRDB", "GRDB.swift"), localAppStoreProduct("GRDBSQLite", "GRDB.swift"),
]

// The sockets of an HTTP server, without its HTTP.
let sockets = [localAppStoreProduct("FlyingSocks", "FlyingFox")]

// The HTTP server of a sample.
let httpServer = [localAppStoreProduct("FlyingFox", "FlyingFox")]

let commandLine = [localAppStoreProduct("ArgumentParser", "swift-argument-parser")]

let targets: [Target] = [
    .target(
        name: "SwiftyStoreKit",
        dependencies: elsewhere("StoreKit")
    ),
    // Beside Apple's names: what else a test may ask of a session's store.
    .target(
        name: "StoreTesting",
        dependencies: elsewhere("StoreKitTest", "StoreKit", "LocalAppStore", "AppReceipt")
    ),
    .target(
        name: "LocalAppStore",
        dependencies: [
            "LocalAppStoreTrait", "StoreLedger", "StoreModel", "AppReceipt", "StrictJSON",
        ]
    ),
    // The database that keeps it, alone with SQL.
    .target(
        name: "StoreLedger",
        dependencies: ["LocalAppStoreTrait", "StoreModel", "AppReceipt", "StrictJSON"] + database
    ),
    // What a store is and by which rules it changes: values, and functions of them.
    .target(name: "StoreModel", dependencies: ["AppReceipt", "StrictJSON"]),
    .target(
        name: "AppReceipt",
        dependencies: ["ReceiptsTrait", "StrictJSON"] + cryptography
    ),
    // JSON as every module above reads and writes it.
    .target(name: "StrictJSON"),
    // What a server of an app asks the entitlement service; its own HTTP client sends it.
    .target(
        name: "EntitlementClient",
        dependencies: ["AppReceipt", "StrictJSON"]
    ),
    // What plugs the one into the other, so that receipts are verified without a server.
    .target(
        name: "ReceiptValidation",
        dependencies: ["SwiftyStoreKit", "AppReceipt"]
    ),
    // What is seen of a store, with one JSON for the server and the command.
    .target(
        name: "StoreCommands",
        dependencies: ["LocalAppStore", "AppReceipt", "StrictJSON"]
    ),
    // The store over HTTP, and the command that serves and steers it.
    .target(
        name: "LocalAppStoreServer",
        dependencies: [
            "StoreCommands", "EntitlementClient", "LocalAppStore", "AppReceipt", "StrictJSON",
        ] + sockets,
        resources: [.embedInCode("Control/openapi.json"), .embedInCode("Page")]
    ),
    .executableTarget(
        name: "storectl",
        dependencies: [
            "LocalAppStoreServer", "StoreCommands", "LocalAppStore", "AppReceipt", "StrictJSON",
        ] + commandLine
    ),
    // Whoever builds a product without its trait is told here, before a missing module would be.
    .target(name: "ReceiptsTrait"),
    .target(name: "LocalAppStoreTrait"),
]

// What several test targets use; no product contains it.
let testSupport: [Target] = [
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(
        name: "StoreTestSupport",
        dependencies: ["LocalAppStore", "StrictJSON"],
        path: "Tests/StoreTestSupport"
    ),
]

let tests: [Target] = [
    .testTarget(
        name: "SwiftyStoreKitTests",
        dependencies: ["SwiftyStoreKit", "TestSupport"] + elsewhere("StoreKit")
    ),
    // The rules, without a ledger.
    .testTarget(
        name: "StoreModelTests",
        dependencies: ["StoreModel", "AppReceipt", "StrictJSON", "TestSupport"]
    ),
    .testTarget(
        name: "LocalAppStoreTests",
        dependencies: [
            "LocalAppStore", "StoreLedger", "StoreModel", "AppReceipt", "StoreTestSupport",
            "TestSupport",
        ] + database
    ),
    .testTarget(
        name: "StoreCommandsTests",
        dependencies: [
            "StoreCommands", "LocalAppStore", "AppReceipt", "StrictJSON", "StoreTestSupport",
            "TestSupport",
        ]
    ),
    .testTarget(
        name: "LocalAppStoreServerTests",
        dependencies: [
            "LocalAppStoreServer", "StoreCommands", "LocalAppStore", "AppReceipt", "StrictJSON",
            "StoreTestSupport", "TestSupport",
        ] + sockets
    ),
    .testTarget(
        name: "StorectlTests",
        dependencies: [
            "storectl", "LocalAppStoreServer", "StoreCommands", "LocalAppStore", "AppReceipt",
            "StrictJSON", "StoreTestSupport",
        ]
    ),
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON"]),
    .testTarget(
        name: "AppReceiptTests",
        dependencies: ["AppReceipt", "TestSupport"] + cryptography
    ),
    .testTarget(
        name: "EntitlementClientTests",
        dependencies: ["EntitlementClient", "AppReceipt"]
    ),
    .testTarget(
        name: "ReceiptValidationTests",
        dependencies: ["ReceiptValidation", "SwiftyStoreKit", "AppReceipt", "TestSupport"]
    ),
]

// Apple's frameworks on the local store, and the sample app that runs on them.
let storeKit: [Target] = [
    // The device between Apple's names and the store.
    .target(
        name: "StoreClient",
        dependencies: ["LocalAppStore", "AppReceipt"]
    ),
    // Foundation's own ICU words the localized periods; SwiftPM does not link it by itself.
    .target(
        name: "StoreKit",
        dependencies: ["StoreClient", "LocalAppStore", "AppReceipt", "StrictJSON"],
        linkerSettings: [.linkedLibrary("_FoundationICU")]
    ),
    .target(
        name: "StoreKitTest",
        dependencies: ["StoreKit", "LocalAppStore"]
    ),
    // A sample app, as someone who makes apps would write it; Scripts/demo.sh runs it.
    .executableTarget(
        name: "demo",
        dependencies: [
            "SwiftyStoreKit", "StoreKit", "StoreKitTest", "StoreTesting", "ReceiptValidation",
            "AppReceipt",
        ],
        resources: [.copy("Shop.storekit")]
    ),
    // The purchase code of the sample for Xcode, which is a package of its own there.
    .target(
        name: "ShopModel",
        dependencies: ["SwiftyStoreKit", "StoreKit"],
        path: "Examples/Shop/ShopModel/Sources/ShopModel"
    ),
    // A sample server that hosts invitations to seats.
    .target(
        name: "SeatHost",
        dependencies: ["AppReceipt"] + httpServer,
        path: "Examples/Seats/Sources/SeatHost"
    ),
]

let clientDependencies: [Target.Dependency] = [
    "SwiftyStoreKit", "StoreKit", "StoreKitTest", "StoreTesting", "LocalAppStore",
    "ReceiptValidation", "AppReceipt",
]

let storeKitTests: [Target] = [
    .testTarget(
        name: "StoreKitTests",
        dependencies: [
            "StoreKit", "StoreKitTest", "StoreClient", "LocalAppStore", "AppReceipt", "StrictJSON",
            "TestSupport",
        ] + database
    ),
    .testTarget(
        name: "StoreKitTestTests",
        dependencies: [
            "StoreTesting", "StoreKitTest", "StoreKit", "SwiftyStoreKit", "LocalAppStore",
            "AppReceipt", "TestSupport",
        ] + database,
        resources: [.copy("Resources/Kiosk.storekit")]
    ),
    // What Apple documents about StoreKitTest, in source that Xcode could run too.
    .testTarget(
        name: "ParityTests",
        dependencies: ["StoreKit", "StoreKitTest", "SwiftyStoreKit", "StoreTesting"],
        resources: [.copy("Resources/Plans.storekit")]
    ),
    // Clients as code that was written for Swift 5.
    .testTarget(
        name: "ClientsInSwift5",
        dependencies: clientDependencies,
        path: "Tests/Clients",
        swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
        name: "ShopModelTests",
        dependencies: ["ShopModel", "StoreTesting", "StoreKitTest", "StoreKit"],
        path: "Examples/Shop/ShopModel/Tests/ShopModelTests",
        resources: [.copy("Shop.storekit")]
    ),
    .testTarget(
        name: "SeatHostTests",
        dependencies: ["SeatHost", "LocalAppStoreServer", "LocalAppStore", "AppReceipt"]
            + httpServer + sockets,
        path: "Examples/Seats/Tests/SeatHostTests"
    ),
    .testTarget(
        name: "DemoTests",
        dependencies: ["demo", "LocalAppStore", "StoreKit", "StoreKitTest", "StoreTesting"],
        exclude: ["Snapshots"]
    ),
]

// What takes long to build or to run, and tests no behaviour that the others do not: a build
// without it serves those who wait for it.
let furtherTests: [Target] = [
    // The same clients under the rules of Swift 6.
    .testTarget(
        name: "ClientsInSwift6",
        dependencies: clientDependencies,
        path: "Tests/ClientsInSwift6"
    ),
    // Kills processes that buy, and checks their ledgers; CrashTests and Scripts/stress-test.sh run
    // it.
    .executableTarget(
        name: "crash-harness",
        dependencies: [
            "StoreKit", "LocalAppStoreServer", "LocalAppStore", "AppReceipt", "StoreTestSupport",
            "TestSupport",
        ] + database,
        path: "Tests/CrashHarness"
    ),
    .testTarget(
        name: "CrashTests",
        dependencies: ["crash-harness", "LocalAppStore", "AppReceipt", "TestSupport"]
    ),
]

let hasFurtherTests = Context.environment["SWIFTYSTOREKIT_TESTS"] == "all"

let package = Package(
    name: "SwiftyStoreKit",
    platforms: [
        .iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS("6.2"), .macCatalyst(.v13),
        .visionOS(.v1),
    ],
    products: [
        .library(
            name: "SwiftyStoreKit",
            targets: ["SwiftyStoreKit"] + (bringsStoreKit ? ["StoreKit"] : [])
        ),
        .library(
            name: "StoreTesting",
            targets: ["StoreTesting"] + (bringsStoreKit ? ["StoreKitTest"] : [])
        ),
        .library(name: "LocalAppStore", targets: ["LocalAppStore", "StoreModel"]),
        .library(name: "LocalAppStoreServer", targets: ["LocalAppStoreServer"]),
        .executable(name: "storectl", targets: ["storectl"]),
        .library(name: "AppReceipt", targets: ["AppReceipt"]),
        .library(name: "EntitlementClient", targets: ["EntitlementClient"]),
        .library(name: "ReceiptValidation", targets: ["ReceiptValidation", "AppReceipt"]),
    ],
    traits: [
        .default(enabledTraits: bringsStoreKit ? [receipts, localAppStore] : []),
        .trait(
            name: receipts,
            description: "Receipts are read, verified and issued: AppReceipt, ReceiptValidation."
        ),
        .trait(
            name: localAppStore,
            description: "The local App Store: LocalAppStore, LocalAppStoreServer, storectl.",
            enabledTraits: [receipts]
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.12.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.4.0"),
    ],
    targets: targets + testSupport + tests
        + (bringsStoreKit ? storeKit + storeKitTests : [])
        + (bringsStoreKit && hasFurtherTests ? furtherTests : [])
)

for target in package.targets where target.swiftSettings == nil { target.swiftSettings = rules }
