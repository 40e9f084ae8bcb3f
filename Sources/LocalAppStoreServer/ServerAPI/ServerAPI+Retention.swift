import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

// The Retention Messaging API.
extension ServerAPI {
    private static let messaging = "/inApps/v1/messaging"

    var retentionRoutes: [Route] {
        imageRoutes + messageRoutes + defaultMessageRoutes + realtimeRoutes
    }

    private var imageRoutes: [Route] {
        let path = "\(Self.messaging)/image"
        return [
            route("PUT", "\(path)/{imageIdentifier}") { request in
                let size = try request.target.value(of: "imageSize", .init(.invalidImageSize)) {
                    RetentionImage.Size(rawValue: $0)
                }
                try store.retention.uploadImage(
                    try identifier("imageIdentifier", of: request),
                    size ?? .fullSize,
                    png: request.body
                )
                return nil
            },
            route("DELETE", "\(path)/{imageIdentifier}") { request in
                let identifier = try identifier("imageIdentifier", of: request)
                try store.retention.deleteImage(identifier)
                return nil
            },
            route("GET", "\(path)/list") { _ in
                let images = try store.retention.images().map { image in
                    JSONValue.object([
                        "imageIdentifier": .identifier(image.identifier),
                        "imageState": .string(image.state.rawValue),
                        "imageSize": .string(image.size.rawValue),
                    ])
                }
                return .object(["imageIdentifiers": .array(images)])
            },
        ]
    }

    private var messageRoutes: [Route] {
        let path = "\(Self.messaging)/message"
        return [
            route("PUT", "\(path)/{messageIdentifier}") { request in
                let identifier = try identifier("messageIdentifier", of: request)
                let content = try RetentionMessage(try JSONNode(request))
                try store.retention.uploadMessage(identifier, content)
                return nil
            },
            route("DELETE", "\(path)/{messageIdentifier}") { request in
                let identifier = try identifier("messageIdentifier", of: request)
                try store.retention.deleteMessage(identifier)
                return nil
            },
            route("GET", "\(path)/list") { _ in
                let messages = try store.retention.messages().map { message in
                    JSONValue.object([
                        "messageIdentifier": .identifier(message.identifier),
                        "messageState": .string(message.state.rawValue),
                    ])
                }
                return .object(["messageIdentifiers": .array(messages)])
            },
        ]
    }

    private var defaultMessageRoutes: [Route] {
        let path = "\(Self.messaging)/default/{productId}/{locale}"
        return [
            route("PUT", path) { request in
                let text = try JSONNode(request).text("messageIdentifier", .malformedBody)
                guard let identifier = text.flatMap(UUID.init(uuidString:)) else {
                    throw RequestRefusal.malformedBody
                }
                try store.retention.setDefaultMessage(identifier, at: try place(in: request))
                return nil
            },
            route("GET", path) { request in
                let identifier = try store.retention.defaultMessage(at: try place(in: request))
                return .object(["messageIdentifier": .identifier(identifier)])
            },
            route("DELETE", path) { request in
                try store.retention.deleteDefaultMessage(at: try place(in: request))
                return nil
            },
        ]
    }

    private var realtimeRoutes: [Route] {
        let path = "\(Self.messaging)/realtime/url"
        return [
            route("PUT", path) { request in
                let refusal = RequestRefusal(.invalidRealtimeURL)
                let text = try JSONNode(request).text("realtimeURL", refusal)
                try store.retention.setRealtimeURL(try RetentionSettings.url(text ?? ""))
                return nil
            },
            route("GET", path) { _ in
                let url = try store.retention.realtimeURL()
                return .object(["realtimeURL": .string(url.absoluteString)])
            },
            route("DELETE", path) { _ in
                try store.retention.setRealtimeURL(nil)
                return nil
            },
        ]
    }

    private func identifier(_ name: String, of request: Request) throws(RequestRefusal) -> UUID {
        guard let identifier = request.parameters[name].flatMap(UUID.init(uuidString:)) else {
            throw .malformedBody
        }
        return identifier
    }

    private func place(in request: Request) throws(ServerRequestRefusal) -> DefaultMessagePlace {
        try DefaultMessagePlace(
            productID: request.parameters["productId"] ?? "",
            locale: request.parameters["locale"] ?? ""
        )
    }
}

// Performance tests of the developer's server.
extension ServerAPI {
    var performanceTestRoutes: [Route] {
        let path = "\(Self.messaging)/performanceTest"
        return [
            route("POST", path, beginPerformanceTest),
            route("GET", "\(path)/result/{requestId}", performanceTestResult),
        ]
    }

    private func beginPerformanceTest(_ request: Request) throws -> JSONValue {
        let refusal = RequestRefusal(.invalidPerformanceTest)
        let text = try JSONNode(request).text("originalTransactionId", refusal)
        guard let text else { throw refusal }
        let (entry, owner) = try transaction(named: text)
        let test = try tester.begin(of: entry.id, in: owner)
        return .object([
            "config": test.configuration.json,
            "requestId": .identifier(test.identifier),
        ])
    }

    private func performanceTestResult(_ request: Request) throws -> JSONValue {
        guard let identifier = UUID(uuidString: request.parameters["requestId"] ?? "") else {
            throw RequestRefusal(.invalidTestIdentifier)
        }
        let test = try store.retention.performanceTest(identifier)
        var members: [String: JSONValue?] = [
            "config": test.configuration.json,
            "target": .string(test.target.absoluteString),
            "result": .string("PENDING"),
            "numPending": .number(test.configuration.totalRequests),
        ]
        if let report = test.report {
            members["result"] = .string(report.isPassed ? "PASS" : "FAIL")
            members["numPending"] = .number(report.pendingCount)
            members["successRate"] = .number(report.successRate)
            members["responseTimes"] = report.responseTimes?.json
            members["failures"] = .object(report.failures.mapValues { .number($0) })
        }
        return .members(members)
    }
}

extension PerformanceTest.Configuration {
    fileprivate var json: JSONValue {
        .object([
            "maxConcurrentRequests": .number(maxConcurrentRequests),
            "totalRequests": .number(totalRequests),
            "totalDuration": .number(totalDuration),
            "responseTimeThreshold": .number(responseTimeThreshold),
            "successRateThreshold": .number(successRateThreshold),
        ])
    }
}

extension PerformanceTest.ResponseTimes {
    fileprivate var json: JSONValue {
        .object([
            "average": .number(average),
            "p50": .number(p50),
            "p90": .number(p90),
            "p95": .number(p95),
            "p99": .number(p99),
        ])
    }
}
