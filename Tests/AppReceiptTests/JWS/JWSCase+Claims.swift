import Foundation

@testable import AppReceipt

extension JWSCase {
    static let claims = apps + environments + localStores + xcode + requirements

    private static let apps = [
        JWSCase("another app", .bundleIdentifier, payload: ["bundleId": #""com.example.other""#]),
        JWSCase("no app", .bundleIdentifier, payload: ["bundleId": nil]),
        JWSCase(
            "the app in other letters",
            .bundleIdentifier,
            payload: [
                "bundleId": #""com.Example.app""#
            ]
        ),
        JWSCase(
            "the app with a space",
            .bundleIdentifier,
            payload: [
                "bundleId": #""com.example.app ""#
            ]
        ),
        JWSCase(
            "an app that is equal by Unicode's rules",
            .bundleIdentifier,
            payload: [
                "bundleId": #""caf\u0065\u0301""#
            ],
            policy: .make("caf\u{E9}")
        ),
    ]

    private static let environments = [
        JWSCase(
            "the sandbox, where production is required",
            .environment,
            payload: [
                "environment": #""Sandbox""#
            ]
        ),
        JWSCase(
            "production, where the sandbox is required",
            .environment,
            payload: [:],
            policy: .make(
                "com.example.app",
                [.sandbox]
            )
        ),
        JWSCase(
            "the sandbox, where both are accepted",
            nil,
            payload: [
                "environment": #""Sandbox""#
            ],
            policy: .make("com.example.app", [.production(appAppleIdentifier: 1), .sandbox])
        ),
        JWSCase("no environment", .environment, payload: ["environment": nil]),
        JWSCase(
            "no environment, where the sandbox is required",
            .environment,
            payload: [
                "environment": nil
            ],
            policy: lenient([.sandbox])
        ),
        JWSCase(
            "no environment, where that counts as production",
            nil,
            payload: [
                "environment": nil
            ],
            policy: lenient([.production(appAppleIdentifier: 1)])
        ),
        JWSCase("an unknown environment", .environment, payload: ["environment": #""Prod""#]),
        JWSCase(
            "an unknown environment, where none counts as production",
            .environment,
            payload: [
                "environment": #""Prod""#
            ],
            policy: lenient([.production(appAppleIdentifier: 1)])
        ),
        JWSCase(
            "production in other letters",
            .environment,
            payload: [
                "environment": #""production""#
            ]
        ),
        JWSCase(
            "a policy that accepts nothing",
            .environment,
            payload: [:],
            policy: .make(
                "com.example.app",
                []
            )
        ),
    ]

    /// Documents below the root of a local store, beside which another root is trusted.
    private static let localStores = [
        JWSCase("a local store", nil, localStore: [.localTesting(root: localRoot)]),
        JWSCase(
            "a local store beside production",
            nil,
            localStore: [.production(appAppleIdentifier: 1), .localTesting(root: localRoot)]
        ),
        JWSCase(
            "a local store that the policy does not name",
            .chain,
            localStore: [.production(appAppleIdentifier: 1), .sandbox]
        ),
        JWSCase(
            "a local store, where another one is named",
            .chain,
            localStore: [.localTesting(root: strangeRoot)]
        ),
        JWSCase(
            "a local store, where two are named",
            nil,
            localStore: [.localTesting(root: strangeRoot), .localTesting(root: localRoot)]
        ),
        JWSCase(
            "a local store, where a malformed root is named",
            .chain,
            localStore: [.localTesting(root: [1, 2, 3])]
        ),
        JWSCase(
            "a local store signs for production",
            .environment,
            localStore: [.production(appAppleIdentifier: 1), .localTesting(root: localRoot)],
            environment: "Production"
        ),
        JWSCase(
            "a local store signs for the sandbox",
            .environment,
            localStore: [.sandbox, .localTesting(root: localRoot)],
            environment: "Sandbox"
        ),
        JWSCase(
            "a local store signs for Xcode",
            .environment,
            localStore: [
                .localTesting(root: localRoot), .xcode(certificate: localRoot),
            ],
            environment: "Xcode"
        ),
        JWSCase(
            "the trusted root signs for a local store",
            .environment,
            payload: ["environment": #""LocalTesting""#],
            policy: .make(
                "com.example.app",
                [.production(appAppleIdentifier: 1), .localTesting(root: localRoot)]
            )
        ),
        JWSCase(
            "the trusted root is that of the local store, too",
            nil,
            payload: ["environment": #""LocalTesting""#],
            policy: .make("com.example.app", [.sandbox, .localTesting(root: goodRoot)])
        ),
    ]

    private static var localRoot: [UInt8] { (try? JWSChain.attacker.get().root.encoded()) ?? [] }
    private static var goodRoot: [UInt8] { (try? JWSChain.good.get().root.encoded()) ?? [] }
    private static var strangeRoot: [UInt8] {
        (try? JWSChain.xcode.get().rootCertificate) ?? []
    }

    private static let xcode = [
        JWSCase("Xcode, where its certificate is named", nil, xcode: { [try accepted()] }),
        JWSCase("Xcode, where no certificate is named", .certificates, xcode: { [.sandbox] }),
        JWSCase(
            "Xcode, where another certificate is named",
            .chain,
            xcode: {
                [.xcode(certificate: try JWSChain.otherXcode.get().rootCertificate)]
            }
        ),
        JWSCase(
            "Xcode, where two certificates are named",
            nil,
            xcode: {
                [
                    .xcode(certificate: try JWSChain.otherXcode.get().rootCertificate),
                    try accepted(),
                ]
            }
        ),
        JWSCase(
            "Xcode signs for production",
            .environment,
            xcode: { [try accepted(), .production(appAppleIdentifier: 1)] },
            payload: [:]
        ),
        JWSCase(
            "Xcode signs for the sandbox",
            .environment,
            xcode: { [try accepted(), .sandbox] },
            payload: ["environment": #""Sandbox""#]
        ),
        JWSCase(
            "Xcode signs for a local store",
            .environment,
            xcode: { [try accepted(), .localTesting(root: goodRoot)] },
            payload: ["environment": #""LocalTesting""#]
        ),
        JWSCase(
            "Xcode signs before its certificate",
            .validity,
            xcode: { [try accepted()] },
            payload: ["environment": #""Xcode""#, "signedDate": "0"]
        ),
        JWSCase(
            "a chain signs for Xcode",
            .environment,
            payload: [
                "environment": #""Xcode""#
            ],
            policy: .make("com.example.app", [(try? accepted()) ?? .sandbox])
        ),
        JWSCase(
            "a chain signs for Xcode under a policy without it",
            .environment,
            payload: [
                "environment": #""Xcode""#
            ]
        ),
    ]

    private static let requirements = [
        JWSCase(
            "another product",
            .productIdentifier,
            payload: [
                "productId": #""com.example.app.basic""#
            ]
        ),
        JWSCase("no product", .productIdentifier, payload: ["productId": nil]),
        JWSCase(
            "one of several products",
            nil,
            payload: [:],
            product: .isOne(
                of: ["com.example.app.basic", "com.example.app.pro"]
            )
        ),
        JWSCase(
            "none of several products",
            .productIdentifier,
            payload: [:],
            product: .isOne(
                of: ["com.example.app.basic"]
            )
        ),
        JWSCase("any product", nil, payload: ["productId": nil], product: .unchecked),
        JWSCase(
            "another account",
            .appAccountToken,
            payload: [
                "appAccountToken": #""00000000-0000-0000-0000-000000000000""#
            ]
        ),
        JWSCase("no account", .appAccountToken, payload: ["appAccountToken": nil]),
        JWSCase(
            "an account in upper case",
            nil,
            payload: [
                "appAccountToken": #""01020304-0506-0708-090A-0B0C0D0E0F10""#
            ]
        ),
        JWSCase("any account", nil, payload: ["appAccountToken": nil], account: .unchecked),
    ]

    @Sendable private static func accepted() throws -> AcceptedEnvironment {
        .xcode(certificate: try JWSChain.xcode.get().rootCertificate)
    }

    private static func lenient(_ environments: [AcceptedEnvironment]) -> JWSPolicy {
        var policy = JWSPolicy.make("com.example.app", environments)
        policy.acceptsMissingEnvironment = true
        return policy
    }
}
