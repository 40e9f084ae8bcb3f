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
    private var deadline = NIODeadline.distantFuture
    /// The next look at the deadline, which most requests move before it is due.
    private var look: (date: NIODeadline, task: Scheduled<Void>)?

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
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { start(context, restLimit) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.headerFields[.contentType] == "text/event-stream": stop()
        case .end: start(context, headLimit)
        default: break
        }
        context.write(data, promise: promise)
    }

    private func start(_ context: ChannelHandlerContext, _ limit: TimeAmount) {
        deadline = context.eventLoop.now + limit
        plan(context.channel)
    }

    private func stop() {
        deadline = .distantFuture
        look?.task.cancel()
        look = nil
    }

    /// Plans a look at the deadline, unless one is planned before.
    private func plan(_ channel: any Channel) {
        if let look, look.date <= deadline { return }
        look?.task.cancel()
        let task = channel.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.look = nil
            if self.deadline <= channel.eventLoop.now {
                channel.close(promise: nil)
            } else {
                self.plan(channel)
            }
        }
        look = (deadline, task)
    }
}
