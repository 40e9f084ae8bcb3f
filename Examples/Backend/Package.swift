// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as a server's is. There, the URL of SwiftyStoreKit takes the place of the
// path. Only AppReceipt is needed of it, and so one of its traits.
let package = Package(
    name: "Backend",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "SwiftyStoreKit", path: "../..", traits: ["Receipts"]),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "Backend",
            dependencies: [
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // Retention messages, which need no database.
        .executableTarget(
            name: "Retention",
            dependencies: [
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
    ]
)
