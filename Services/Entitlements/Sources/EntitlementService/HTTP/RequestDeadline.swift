import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request takes longer than a limit, from its first byte to the end of
/// the response, however slowly either side sends.
///
/// A sixth of the time is for the head. A connection without a request is closed after that, too. A
/// stream of events has no limit.
///
/// It is unchecked because the event loop of the channel alone uses it.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler, @unchecked Sendable {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let headLimit: TimeAmount
    private let restLimit: TimeAmount
    private var closing: Scheduled<Void>?

    init(_ limit: TimeAmount) {
        headLimit = .nanoseconds(limit.nanoseconds / 6)
        restLimit = limit - headLimit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context, headLimit) }
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context, headLimit)
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
        if case .head = unwrapInboundIn(data) { start(context, restLimit) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.headerFields[.contentType] == "text/event-stream":
            closing?.cancel()
        case .end: start(context, headLimit)
        default: break
        }
        context.write(data, promise: promise)
    }

    private func start(_ context: ChannelHandlerContext, _ limit: TimeAmount) {
        closing?.cancel()
        let channel = context.channel
        closing = context.eventLoop.scheduleTask(in: limit) {
            channel.close(promise: nil)
        }
    }
}
