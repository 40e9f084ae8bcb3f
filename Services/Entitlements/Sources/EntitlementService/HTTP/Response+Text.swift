import HTTPTypes
import Hummingbird

extension Response {
    /// Creates a response with JSON.
    static func json(
        _ value: JSON,
        status: HTTPResponse.Status = .ok,
        _ headers: HTTPFields = [:]
    ) -> Response {
        text(value.text, type: "application/json", status: status, headers)
    }

    /// Creates a response with text of a media type.
    static func text(
        _ text: String,
        type: String,
        status: HTTPResponse.Status = .ok,
        _ headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}
