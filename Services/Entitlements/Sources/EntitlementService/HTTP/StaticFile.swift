import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A file embedded in the service.
struct StaticFile: Sendable {
    private let body: ByteBuffer
    private let headers: HTTPFields
    private let entityTag: String

    init(_ bytes: [UInt8], type: String, _ headers: HTTPFields = [:]) {
        body = ByteBuffer(bytes: bytes)
        let digest = SHA256.hash(data: bytes).prefix(12)
        entityTag = "\"\(Data(digest).base64EncodedString())\""
        self.headers =
            headers + [
                .contentType: type, .eTag: entityTag, .cacheControl: "no-cache",
                .xContentTypeOptions: "nosniff",
            ]
    }

    /// Responds with the file, or with 304 if the client already has it.
    func response(to request: Request) -> Response {
        let known = request.headers[.ifNoneMatch].flatMap { EntityTagCondition($0) }
        guard known?.matches(entityTag) != true else {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
