// swift-tools-version: 6.2
import PackageDescription

// Every target compiles under the same rules; deprecations only warn because Apple deprecated the original StoreKit API.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

let platforms: [SupportedPlatform] = [
    .iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS("6.2"), .macCatalyst(.v13), .visionOS(.v1),
]

// Receipts are read, verified and issued on every platform; nothing else needs these packages.
let cryptography: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.12.0"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.4.0"),
]

let appReceiptDependencies: [Target.Dependency] = [
    .product(name: "Crypto", package: "swift-crypto"),
    .product(name: "_CryptoExtras", package: "swift-crypto"),
    .product(name: "X509", package: "swift-certificates"),
    .product(name: "SwiftASN1", package: "swift-asn1"),
]

let appReceipt: [Target] = [
    .target(name: "AppReceipt", dependencies: appReceiptDependencies, swiftSettings: strict),
    .testTarget(
        name: "AppReceiptTests",
        dependencies: ["AppReceipt"] + appReceiptDependencies,
        swiftSettings: strict
    ),
]

// What plugs the one into the other, so that receipts are verified without a server.
let receiptValidation: [Target] = [
    .target(
        name: "ReceiptValidation",
        dependencies: ["SwiftyStoreKit", "AppReceipt"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "ReceiptValidationTests",
        dependencies: ["ReceiptValidation", "SwiftyStoreKit", "AppReceipt"],
        swiftSettings: strict
    ),
]

// Apple's platforms bring StoreKit and StoreKitTest themselves, so the package must not declare modules of those
// names there. The manifest runs on the host, which therefore decides.
#if canImport(Darwin)
let package = Package(
    name: "SwiftyStoreKit",
    platforms: platforms,
    products: [
        .library(name: "SwiftyStoreKit", targets: ["SwiftyStoreKit"]),
        .library(name: "AppReceipt", targets: ["AppReceipt"]),
        .library(name: "ReceiptValidation", targets: ["ReceiptValidation", "AppReceipt"]),
    ],
    dependencies: cryptography,
    targets: [
        .target(name: "SwiftyStoreKit", swiftSettings: strict),
        .testTarget(
            name: "SwiftyStoreKitTests",
            dependencies: ["SwiftyStoreKit"],
            swiftSettings: strict
        ),
    ] + appReceipt + receiptValidation
)
#else
let clientDependencies: [Target.Dependency] = [
    "SwiftyStoreKit", "StoreKit", "StoreKitTest", "LocalAppStore", "ReceiptValidation",
    "AppReceipt", "TestSupport",
]

let package = Package(
    name: "SwiftyStoreKit",
    platforms: platforms,
    products: [
        .library(name: "SwiftyStoreKit", targets: ["SwiftyStoreKit", "StoreKit"]),
        .library(name: "StoreTesting", targets: ["StoreTesting", "StoreKitTest"]),
        .library(name: "LocalAppStore", targets: ["LocalAppStore"]),
        .library(name: "AppReceipt", targets: ["AppReceipt"]),
        .library(name: "ReceiptValidation", targets: ["ReceiptValidation", "AppReceipt"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")
    ] + cryptography,
    targets: [
        .target(name: "SwiftyStoreKit", dependencies: ["StoreKit"], swiftSettings: strict),
        // Foundation's own ICU words the localized periods; SwiftPM does not link it by itself.
        .target(
            name: "StoreKit",
            dependencies: ["LocalAppStore"],
            swiftSettings: strict,
            linkerSettings: [.linkedLibrary("_FoundationICU")]
        ),
        .target(
            name: "StoreKitTest",
            dependencies: ["StoreKit", "LocalAppStore"],
            swiftSettings: strict
        ),
        // Beside Apple's names: what else a test may ask of a session's store.
        .target(
            name: "StoreTesting",
            dependencies: ["StoreKitTest", "LocalAppStore"],
            swiftSettings: strict
        ),
        .target(
            name: "LocalAppStore",
            dependencies: ["AppReceipt", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SwiftyStoreKitTests",
            dependencies: ["SwiftyStoreKit", "StoreKit"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StoreKitTests",
            dependencies: ["StoreKit", "StoreKitTest", "LocalAppStore", "AppReceipt"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StoreKitTestTests",
            dependencies: [
                "StoreTesting", "StoreKitTest", "StoreKit", "SwiftyStoreKit", "LocalAppStore",
                "AppReceipt", "TestSupport",
            ],
            resources: [.copy("Resources/Kiosk.storekit")],
            swiftSettings: strict
        ),
        // What tests that share the process's one store have to agree on.
        .target(
            name: "TestSupport",
            dependencies: ["StoreKit"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(
            name: "LocalAppStoreTests",
            dependencies: [
                "LocalAppStore", "AppReceipt", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        // The same clients twice: as code that was written for Swift 5, and under the rules of Swift 6.
        .testTarget(
            name: "ClientsInSwift5",
            dependencies: clientDependencies,
            path: "Tests/Clients",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "ClientsInSwift6",
            dependencies: clientDependencies,
            path: "Tests/ClientsInSwift6",
            swiftSettings: strict
        ),
        // Buys until it is killed, and does the killing; CrashTests and Scripts/crash-test.sh run it.
        .executableTarget(
            name: "journeys",
            dependencies: [
                "StoreKit", "LocalAppStore", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/Journeys",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CrashTests",
            dependencies: ["journeys", "LocalAppStore"],
            swiftSettings: strict
        ),
        // A sample app, as someone who makes apps would write it; Scripts/demo.sh runs it.
        .executableTarget(
            name: "demo",
            dependencies: [
                "SwiftyStoreKit", "StoreKit", "StoreKitTest", "StoreTesting", "ReceiptValidation",
                "AppReceipt",
            ],
            resources: [.copy("Shop.storekit")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DemoTests",
            dependencies: ["demo"],
            exclude: ["Snapshots"],
            swiftSettings: strict
        ),
    ] + appReceipt + receiptValidation
)
#endif
