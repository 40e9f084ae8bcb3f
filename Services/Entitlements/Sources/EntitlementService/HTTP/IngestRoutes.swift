import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PostgreSQL

/// The routes for the App Store and for servers of apps.
struct IngestRoutes: Sendable {
    let verifier: DocumentVerifier
    let recorder: Recorder
    let keys: ReaderKeys
    let clock: ServiceClock
    /// Updates the clock, if it follows a local store's.
    let refreshClock: (@Sendable () async -> Void)?
    let metrics: ServiceMetrics

    func add(to router: some RouterMethods) {
        router.post("notifications") { request, context in
            try await self.receiveNotification(request, context.logger)
        }
        router.post("transactions") { request, context in
            try await self.receiveUpload(request, context.logger)
        }
    }

    private func receiveNotification(
        _ request: Request,
        _ logger: Logger
    ) async throws -> Response {
        let body: NotificationBody = try await decode(request, from: .notification)
        let submission = try await verified(.notification, logger) { now throws(Refusal) in
            try verifier.verify(notification: body.signedPayload, at: now)
        }
        return try await record(submission, .notification, logger)
    }

    private func receiveUpload(
        _ request: Request,
        _ logger: Logger
    ) async throws -> Response {
        let reader = try keys.reader(of: request)
        let body: UploadBody = try await decode(request, from: .upload)
        let submission = try await verified(.upload, logger) { now throws(Refusal) in
            switch (body.signedTransaction, body.receipt) {
            case (let transaction?, nil): try verifier.verify(transaction: transaction, at: now)
            case (nil, let receipt?): try verifier.verify(receipt: receipt, at: now)
            default:
                throw Refusal(
                    .malformed,
                    "The body must have either `signedTransaction` or `receipt`."
                )
            }
        }
        try reader.require(submission.scope)
        return try await record(submission, .upload, logger)
    }

    private func decode<Body: RequestBody>(
        _ request: Request,
        from source: ServiceMetrics.Source
    ) async throws -> Body {
        let buffer: ByteBuffer
        do throws(HTTPProblem) {
            buffer = try await request.content()
        } catch {
            if error.status == .contentTooLarge { metrics.refused(source, .tooLarge) }
            throw error
        }
        do {
            return try JSONDecoder().decode(Body.self, from: Data(buffer.readableBytesView))
        } catch {
            metrics.refused(source, .malformed)
            throw HTTPProblem.malformed("The body must be a JSON object with \(Body.members).")
        }
    }

    private func verified(
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

    /// Verifies a document, a second time if our clock is behind the advanced time of a local
    /// store.
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
    ) async throws -> Response {
        do {
            let isNew = try await metrics.timingCommit { try await recorder.record(submission) }
            metrics.recorded(source, isNew: isNew)
            return .json(.object(["stored": .flag(isNew)]))
        } catch let error as SQLError where error.isAboutValues {
            metrics.refused(source, .malformed)
            throw HTTPProblem.malformed("The document has a value that cannot be stored.")
        } catch {
            metrics.failed(source)
            logger.warning("not recorded", metadata: ["error": .string(error.localizedDescription)])
            throw error
        }
    }
}

private protocol RequestBody: Decodable {
    /// The members, for an error.
    static var members: String { get }
}

/// A notification of the App Store.
private struct NotificationBody: RequestBody {
    static let members = "the string `signedPayload`"

    let signedPayload: String
}

/// A document from an app's server.
private struct UploadBody: RequestBody {
    static let members = "the string `signedTransaction` or `receipt`"

    let signedTransaction: String?
    let receipt: String?
}

/// Texts for the log.
enum LogText {
    /// Shortens a text to one line, so that it can't imitate another line of the log.
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
