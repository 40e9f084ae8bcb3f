import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request takes longer than a limit, from its first byte to the end of
/// the response, however slowly either side sends.
///
/// A sixth of the time is for the head. A connection without a request is closed after that, too. A
/// stream of events has no limit.
///
/// Unchecked, because only the event loop of the channel uses it.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler, @unchecked Sendable {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let headLimit: TimeAmount
    private let restLimit: TimeAmount
    private var deadline = NIODeadline.distantFuture
    /// The next check of the deadline; most requests move the deadline first.
    private var check: (date: NIODeadline, task: Scheduled<Void>)?

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
        scheduleCheck(context.channel)
    }

    private func stop() {
        deadline = .distantFuture
        check?.task.cancel()
        check = nil
    }

    /// Schedules a check at the deadline, unless an earlier one is scheduled.
    private func scheduleCheck(_ channel: any Channel) {
        if let check, check.date <= deadline { return }
        check?.task.cancel()
        let task = channel.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.check = nil
            if self.deadline <= channel.eventLoop.now {
                channel.close(promise: nil)
            } else {
                self.scheduleCheck(channel)
            }
        }
        check = (deadline, task)
    }
}
