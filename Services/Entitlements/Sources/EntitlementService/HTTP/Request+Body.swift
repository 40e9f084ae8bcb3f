import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// The maximum length of a body, in bytes.
    ///
    /// A receipt may have megabytes; all other bodies have a few thousand bytes.
    private static let longestBody = 4 * 1024 * 1024

    /// Collects the body.
    func content() async throws(HTTPProblem) -> ByteBuffer {
        // Rejects a body by its declared length, without waiting for it.
        let length = headers[.contentLength].map { Int($0) ?? .max } ?? 0
        guard length <= Self.longestBody else { throw .tooLarge }
        var request = self
        do {
            return try await request.collectBody(upTo: Self.longestBody)
        } catch is NIOTooManyBytesError {
            throw .tooLarge
        } catch {
            // The client ended or aborted its request, and may still read a response.
            throw .malformed("The body is incomplete.")
        }
    }
}
