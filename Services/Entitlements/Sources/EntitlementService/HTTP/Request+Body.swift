import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// The maximum length of a body, in bytes.
    ///
    /// A receipt may have megabytes; all other bodies have a few thousand bytes.
    private static let longestBody = 4 * 1024 * 1024

    /// Collects the body, which is JSON.
    func content() async throws(HTTPProblem) -> ByteBuffer {
        let body = try await collectedBody()
        guard body.withUnsafeReadableBytes(JSONKeys.areShort) else {
            throw .malformed(
                "The body must be JSON in UTF-8, with keys of at most \(JSONKeys.longest) bytes."
            )
        }
        return body
    }

    private func collectedBody() async throws(HTTPProblem) -> ByteBuffer {
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

/// The keys of the objects in a JSON document.
enum JSONKeys {
    /// The bytes of a key as it is written.
    static let longest = 256

    /// Returns whether every key has at most ``longest`` bytes; `false` for UTF-16 and UTF-32.
    ///
    /// Foundation normalizes keys to hash them. Combining marks take quadratic time: hours for a
    /// body of the greatest length.
    static func areShort(in document: UnsafeRawBufferPointer) -> Bool {
        var (length, isInString, isEscaped) = (0, false, false)
        for byte in document {
            switch byte {
            case 0: return false
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""):
                isInString.toggle()
                if isInString { length = 0 }
                continue
            // Outside of a string, a colon follows a key.
            case UInt8(ascii: ":") where !isInString && length > longest: return false
            default: break
            }
            if isInString { length += 1 }
        }
        return true
    }
}
