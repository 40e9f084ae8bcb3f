import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// The greatest length of a body, in bytes.
    ///
    /// A receipt may have megabytes, other documents and requests have some thousand bytes.
    private static let longestBody = 4 * 1024 * 1024

    /// Collects the body.
    func content() async throws(HTTPProblem) -> ByteBuffer {
        // A body that is declared too long is not awaited.
        let length = headers[.contentLength].map { Int($0) ?? .max } ?? 0
        guard length <= Self.longestBody else { throw .tooLarge }
        var request = self
        do {
            return try await request.collectBody(upTo: Self.longestBody)
        } catch is NIOTooManyBytesError {
            throw .tooLarge
        } catch {
            // The client has ended or broken off its request, and may still read a response.
            throw .malformed("The body is incomplete.")
        }
    }
}
