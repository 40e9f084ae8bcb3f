import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PostgreSQL

/// What the App Store and the app's server send.
struct IngestRoutes: Sendable {
    /// The greatest length of a body, in bytes.
    ///
    /// A receipt may have megabytes, a notification has some thousand bytes.
    private static let longestBody = 4 * 1024 * 1024

    let verifier: DocumentVerifier
    let recorder: Recorder
    let keys: ReaderKeys
    let clock: ServiceClock
    /// Brings the clock up to date, where it follows that of a local store.
    let refreshClock: (@Sendable () async -> Void)?
    let metrics: ServiceMetrics

    func add(to router: Router<BasicRequestContext>) {
        router.post("notifications") { request, context in
            try await self.receiveNotification(request, context)
        }
        router.post("transactions") { request, context in
            try await self.receiveUpload(request, context)
        }
    }

    private func receiveNotification(
        _ request: Request,
        _ context: BasicRequestContext
    ) async throws -> Response {
        let body: NotificationBody = try await decode(request, from: .notification)
        let submission = try await refusing(.notification, context.logger) { now throws(Refusal) in
            try verifier.verify(notification: body.signedPayload, at: now)
        }
        let isNew = try await record(submission, .notification, context.logger)
        return .json("{\"stored\":\(isNew)}")
    }

    private func receiveUpload(
        _ request: Request,
        _ context: BasicRequestContext
    ) async throws -> Response {
        let reader = try keys.reader(of: request)
        let body: UploadBody = try await decode(request, from: .upload)
        let submission = try await refusing(.upload, context.logger) { now throws(Refusal) in
            switch (body.signedTransaction, body.receipt) {
            case (let transaction?, nil): try verifier.verify(transaction: transaction, at: now)
            case (nil, let receipt?): try verifier.verify(receipt: receipt, at: now)
            default:
                throw Refusal(.malformed, "The body has not one of signedTransaction and receipt.")
            }
        }
        try reader.require(submission.scope)
        let isNew = try await record(submission, .upload, context.logger)
        return .json("{\"stored\":\(isNew)}")
    }

    private func decode<Body: RequestBody>(
        _ request: Request,
        from source: ServiceMetrics.Source
    ) async throws -> Body {
        // A body that says that it is too long is not waited for.
        let length = request.headers[.contentLength].map { Int($0) ?? .max } ?? 0
        guard length <= Self.longestBody else {
            metrics.refused(source, .tooLarge)
            throw HTTPProblem.tooLarge
        }
        var request = request
        let buffer: ByteBuffer
        do {
            buffer = try await request.collectBody(upTo: Self.longestBody)
        } catch is NIOTooManyBytesError {
            metrics.refused(source, .tooLarge)
            throw HTTPProblem.tooLarge
        } catch {
            // The client has ended or broken off its request, and may be there for an answer.
            throw HTTPProblem.malformed("The body is incomplete.")
        }
        do {
            return try JSONDecoder().decode(Body.self, from: Data(buffer.readableBytesView))
        } catch {
            metrics.refused(source, .malformed)
            throw HTTPProblem.malformed("The body is no JSON object with \(Body.members).")
        }
    }

    private func refusing(
        _ source: ServiceMetrics.Source,
        _ logger: Logger,
        _ verify: (Milliseconds) throws(Refusal) -> Submission
    ) async throws(HTTPProblem) -> Submission {
        do throws(Refusal) {
            let submission = try await verifyInTime(verify)
            metrics.verified(submission, at: clock.approximateNow())
            return submission
        } catch {
            metrics.refused(source, error.kind)
            logger.info("refused", metadata: ["reason": .string(LogText.line(error.reason))])
            throw HTTPProblem(error)
        }
    }

    /// Verifies, once more if a local store's time was advanced and our clock has not noticed.
    private func verifyInTime(
        _ verify: (Milliseconds) throws(Refusal) -> Submission
    ) async throws(Refusal) -> Submission {
        do throws(Refusal) {
            return try verify(clock.approximateNow())
        } catch {
            guard error.isFromTheFuture, let refreshClock else { throw error }
            await refreshClock()
            return try verify(clock.approximateNow())
        }
    }

    private func record(
        _ submission: Submission,
        _ source: ServiceMetrics.Source,
        _ logger: Logger
    ) async throws -> Bool {
        do {
            let isNew = try await metrics.timingCommit { try await recorder.record(submission) }
            metrics.recorded(source, isNew: isNew)
            return isNew
        } catch let error as SQLError where error.isAboutValues {
            metrics.refused(source, .malformed)
            throw HTTPProblem.malformed("The database cannot hold the document.")
        } catch {
            metrics.failed(source)
            logger.error("not recorded", metadata: ["error": .string(error.localizedDescription)])
            throw HTTPProblem(error)
        }
    }
}

private protocol RequestBody: Decodable {
    /// The members, for an error.
    static var members: String { get }
}

/// What the App Store sends.
private struct NotificationBody: RequestBody {
    static let members = "the text signedPayload"

    let signedPayload: String
}

/// What an app's server sends.
private struct UploadBody: RequestBody {
    static let members = "the text signedTransaction or receipt"

    let signedTransaction: String?
    let receipt: String?
}

/// Texts for the log.
enum LogText {
    /// One line, whatever is in the text: what others sent must not look like a line of its own.
    static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(500).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
