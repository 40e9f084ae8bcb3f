import AppReceipt
import Foundation

extension OfflineEntitlements {
    /// The entitlements of the sample customer in the first week of 2026.
    static let sample = OfflineEntitlements(
        issuedAt: .newYear,
        expiresAt: .newYear + 604_800,
        bundleIdentifier: "com.example.app",
        environment: .production,
        customer: "6f9619ff-8b86-d011-b42d-00c04fc964ff",
        entitlements: [
            Entitlement(
                name: "pro",
                productIdentifier: "com.example.app.pro.monthly",
                originalTransactionIdentifier: "2000000123456789",
                state: .active,
                isGranted: true,
                until: .newYear + 2_592_000
            ),
            Entitlement(
                name: "archive",
                productIdentifier: "com.example.app.archive",
                originalTransactionIdentifier: "2000000123456790",
                state: .active,
                isGranted: true,
                until: nil
            ),
        ]
    )
}

extension SignedOfflineEntitlements {
    /// Verifies a document against all that the sample requires.
    @discardableResult
    func verify(
        with keys: [EntitlementPublicKey],
        bundleIdentifier: String = "com.example.app",
        environment: JWSEnvironment = .production,
        customer: String = "6f9619ff-8b86-d011-b42d-00c04fc964ff",
        after interval: TimeInterval = 3600
    ) throws(Error) -> VerifiedOfflineEntitlements {
        try verify(
            with: keys,
            bundleIdentifier: bundleIdentifier,
            environment: environment,
            customer: customer,
            at: .newYear + interval
        )
    }

    /// The error of a verification, or `nil`.
    static func failure<Value>(_ body: () throws(Error) -> Value) -> Error? {
        do throws(Error) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }
}

extension Date {
    /// The first second of 2026 in UTC.
    static let newYear = Date(timeIntervalSince1970: 1_767_225_600)
}

/// Keys and documents of other tools: the Python packages `cryptography` and `joserfc`.
enum ForeignEntitlements {
    static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1fSvMzsf+yZU/dkE
        SLrHuiZ8ksAa21eOeXAjKR7sjcyhRANCAAQJ40ayWsnWPQOOJIZSnfgzF7BaYeQb
        cDQEPt1QUBT0CwVRHIsd+KdwrUb5Dxr/Bu6IZt2Opzb1lgkmbqYEJqKE
        -----END PRIVATE KEY-----

        """
    static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAECeNGslrJ1j0DjiSGUp34MxewWmHk
        G3A0BD7dUFAU9AsFURyLHfincK1G+Q8a/wbuiGbdjqc29ZYJJm6mBCaihA==
        -----END PUBLIC KEY-----

        """
    /// By joserfc, and by openssl of the JWK's text.
    static let thumbprint = "BivpGV0aDogEPXObAkmcILehh5ZwbTGk9wKIrthtrEM"

    /// The key of RFC 7515, A.3.
    static let keyOfRFC7515 = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV7
        6e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
        -----END PUBLIC KEY-----

        """
    static let thumbprintOfRFC7515 = "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U"

    /// The sample, whose members joserfc wrote in the same order.
    static let header = """
        eyJhbGciOiJFUzI1NiIsImtpZCI6IkJpdnBHVjBhRG9nRVBYT2JBa21jSUxlaGg1WndiVEdrOXdLSXJ0aHRyRU0i\
        LCJ0eXAiOiJKV1QifQ
        """
    static let payload = """
        eyJpYXQiOjE3NjcyMjU2MDAsImV4cCI6MTc2NzgzMDQwMCwiYXBwIjoiY29tLmV4YW1wbGUuYXBwIiwiZW52aXJv\
        bm1lbnQiOiJQcm9kdWN0aW9uIiwiY3VzdG9tZXIiOiI2Zjk2MTlmZi04Yjg2LWQwMTEtYjQyZC0wMGMwNGZjOTY0\
        ZmYiLCJlbnRpdGxlbWVudHMiOlt7Im5hbWUiOiJwcm8iLCJwcm9kdWN0SWQiOiJjb20uZXhhbXBsZS5hcHAucHJv\
        Lm1vbnRobHkiLCJvcmlnaW5hbFRyYW5zYWN0aW9uSWQiOiIyMDAwMDAwMTIzNDU2Nzg5Iiwic3RhdGUiOiJhY3Rp\
        dmUiLCJncmFudGVkIjp0cnVlLCJ1bnRpbCI6IjIwMjYtMDEtMzFUMDA6MDA6MDBaIn0seyJuYW1lIjoiYXJjaGl2\
        ZSIsInByb2R1Y3RJZCI6ImNvbS5leGFtcGxlLmFwcC5hcmNoaXZlIiwib3JpZ2luYWxUcmFuc2FjdGlvbklkIjoi\
        MjAwMDAwMDEyMzQ1Njc5MCIsInN0YXRlIjoiYWN0aXZlIiwiZ3JhbnRlZCI6dHJ1ZSwidW50aWwiOm51bGx9XX0
        """
    static let signature =
        "NKZssEvvhPbt2Zjt0MV3T9bRLRGpvG3ogyTJvJyHEmtBiqTKP0zCQMjIfyTCyfcSICprju7dGWJPxnpBoaLZ2Q"

    static let document = SignedOfflineEntitlements("\(header).\(payload).\(signature)")
}
