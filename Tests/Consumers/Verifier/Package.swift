// swift-tools-version: 6.2
import PackageDescription

// An app that verifies receipts by itself, for which it enables the trait.
let package = Package(
    name: "Verifier",
    platforms: [
        .iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS("6.2"), .macCatalyst(.v13),
        .visionOS(.v1),
    ],
    products: [.library(name: "Verifier", targets: ["Verifier"])],
    dependencies: [
        .package(name: "SwiftyStoreKit", path: "../../..", traits: ["Receipts"])
    ],
    targets: [
        .target(
            name: "Verifier",
            dependencies: [
                .product(name: "SwiftyStoreKit", package: "SwiftyStoreKit"),
                .product(name: "ReceiptValidation", package: "SwiftyStoreKit"),
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
            ]
        )
    ]
)
