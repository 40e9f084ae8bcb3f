import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection on which a request takes longer than a limit, from the end of its head to the
/// end of its answer, however slowly either side sends.
///
/// A connection without a request is closed after the same time, and so is one on which a head is
/// that slow. A stream of events is no answer that ends, and has no limit.
///
/// It is unchecked because the event loop of the channel alone uses it.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler, @unchecked Sendable {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private var closing: Scheduled<Void>?

    init(_ limit: TimeAmount) {
        self.limit = limit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        closing?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        closing?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What a connection was idle before takes nothing from the time of the request.
        if case .head = unwrapInboundIn(data) { start(context) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.headerFields[.contentType] == "text/event-stream":
            closing?.cancel()
        case .end: start(context)
        default: break
        }
        context.write(data, promise: promise)
    }

    private func start(_ context: ChannelHandlerContext) {
        closing?.cancel()
        let channel = context.channel
        closing = context.eventLoop.scheduleTask(in: limit) {
            channel.close(promise: nil)
        }
    }
}
