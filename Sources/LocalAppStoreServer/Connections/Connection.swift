import Dispatch
import FlyingSocks
import Foundation

/// One connection of a client: requests and their responses, one after the other.
struct Connection: Sendable {
    let id: ConnectionList.ID
    let socket: AsyncSocket
    let list: ConnectionList
    let limits: StoreServer.Limits
    let handler: RequestHandler

    /// Serves requests until the client or the server closes the connection.
    func serve() async {
        var reader = SocketReader(socket, limits: limits)
        while await exchange(&reader), list.beginWaiting(on: id) {}
        try? socket.close()
    }

    /// Reads a request and sends its response; returns whether another request may follow.
    private func exchange(_ reader: inout SocketReader) async -> Bool {
        var sendsBody = true
        var received: RequestHead?
        var start = DispatchTime.now()
        do {
            let head = try await receiveHead(&reader)
            (received, start) = (head, .now())
            list.beginRequest(on: id)
            sendsBody = head.method != "HEAD"
            let keepsAlive = try head.keepsAlive
            let match = try handler.match(head)
            let body = try await receiveBody(of: head, &reader)
            let request = Request(head: head, parameters: match.parameters, body: body)
            list.removeDeadline(of: id)
            let answer = await handler.respond(to: request, by: match.route)
            handler.report(head, answer, since: start)
            guard let response = answer else { return false }
            let isLast = !keepsAlive || response.stream != nil
            let connection = isLast ? "close" : "keep-alive"
            defer { response.stream?.finish() }
            try await send(bytes(of: response, connection: connection, hasBody: sendsBody))
            if let stream = response.stream, sendsBody { try await send(stream) }
            return !isLast
        } catch let refusal as RequestRefusal {
            let bytes = bytes(refusing: received, refusal, since: start, hasBody: sendsBody)
            await close(after: bytes, &reader)
            return false
        } catch {
            // The client is gone, or was too slow.
            refuseSlowRequest(received, since: start, hasBegun: reader.hasBegun)
            return false
        }
    }

    private func bytes(of response: Response, connection: String, hasBody: Bool) -> Data {
        response.bytes(connection: connection, hasBody: hasBody, at: handler.now())
    }

    /// Logs a refused request, and returns the last response of the connection.
    private func bytes(
        refusing head: RequestHead?,
        _ refusal: RequestRefusal,
        since start: DispatchTime,
        hasBody: Bool
    ) -> Data {
        let response = handler.refuse(refusal, head?.target.path ?? refusal.path)
        handler.report(head, response, since: start)
        return bytes(of: response, connection: "close", hasBody: hasBody)
    }

    /// Sends a response to a client whose request took too long, if there is room for it
    /// immediately.
    private func refuseSlowRequest(
        _ head: RequestHead?,
        since start: DispatchTime,
        hasBegun: Bool
    ) {
        guard hasBegun, list.isReceivingTooSlowly(id) else { return }
        let refusal = RequestRefusal(.requestTimeout, "The request took too long.")
        let bytes = bytes(refusing: head, refusal, since: start, hasBody: true)
        _ = try? socket.socket.write(bytes, from: 0)
    }

    private func receiveHead(_ reader: inout SocketReader) async throws -> RequestHead {
        list.setDeadline(of: id, after: limits.idleTime)
        try await reader.waitForRequest()
        list.setDeadline(of: id, after: limits.headTime, isReceiving: true)
        return try await reader.head()
    }

    private func receiveBody(
        of head: RequestHead,
        _ reader: inout SocketReader
    ) async throws -> Data {
        list.setDeadline(of: id, after: limits.bodyTime, isReceiving: true)
        let framing = try BodyFraming(of: head)
        if case .length(let length) = framing { try reader.check(length) }
        if let expectation = try head.fields.value(of: "expect") {
            guard expectation.lowercased() == "100-continue" else {
                throw RequestRefusal(.expectationFailed, "Unsupported expectation.")
            }
            if head.isHTTP11, framing != .length(0) {
                try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
        }
        return try await reader.body(framing)
    }

    private func send(_ bytes: Data) async throws {
        list.setDeadline(of: id, after: limits.responseTime)
        try await socket.write(bytes)
        // The next event of a stream may be long in coming.
        list.removeDeadline(of: id)
    }

    /// Sends a stream until it ends; meanwhile the connection counts as one that waits.
    private func send(_ stream: EventStream) async throws {
        guard list.beginWaiting(on: id) else { return }
        try await stream.forEach { try await send($0) }
    }

    /// Sends a last response, and allows the client to read it before the connection ends.
    private func close(after response: Data, _ reader: inout SocketReader) async {
        list.setDeadline(of: id, after: limits.closingTime)
        do {
            try await socket.write(response)
            shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
            try await reader.discardRest()
        } catch {
            // The client has read the response and closed, or does not care for it.
        }
    }
}
