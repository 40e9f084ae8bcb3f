import Foundation
import Synchronization

/// The connections of a proxy, and their faults.
final class ProxyNetwork: Sendable {
    enum Fault {
        case blackHole
        case delay(Duration)
        case refusal
    }

    struct State {
        var fault: Fault?
        var trigger: (text: [UInt8], moment: TestProxy.Moment)?
        /// A text of the database, and its replacement for clients.
        var replacement: (text: String, other: String)?
        var links: [ProxyLink] = []
        var connectionCount = 0
        fileprivate var sent: [[UInt8]] = []
        fileprivate var waiting: [Waiting] = []
    }

    fileprivate struct Waiting {
        let text: [UInt8]
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Mutex(State())

    @discardableResult
    func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    func cut() { for link in change({ $0.links }) { link.cut() } }

    func halfClose() { for link in change({ $0.links }) { link.endClient() } }

    func add(_ client: Int32, to target: UInt16) {
        let isRefused = change { state in
            state.connectionCount += 1
            if case .refusal = state.fault { return true }
            return false
        }
        guard !isRefused, let server = try? TCPSocket.make() else {
            close(client)
            return
        }
        guard TCPSocket.withAddress(of: target, { connect(server, $0, $1) }) == 0 else {
            close(client)
            close(server)
            return
        }
        let link = ProxyLink(client: client, server: server)
        change { $0.links.append(link) }
        Thread.detachNewThread { self.pump(link, fromClient: true) }
        Thread.detachNewThread { self.pump(link, fromClient: false) }
    }

    private func pump(_ link: ProxyLink, fromClient: Bool) {
        while let bytes = link.receive(fromClient: fromClient), !bytes.isEmpty {
            if fromClient { note(bytes) }
            let (fault, moment) = change { state in
                guard fromClient, let trigger = state.trigger, bytes.contains(trigger.text) else {
                    return (state.fault, TestProxy.Moment?.none)
                }
                state.trigger = nil
                return (state.fault, trigger.moment)
            }
            if moment == .before { link.cut() }
            // A client that never gets the response is cut off before it arrives.
            if moment == .after { link.endClient() }
            switch fault {
            case .blackHole: continue
            case .delay(let time): link.wait(for: time)
            case .refusal, nil: break
            }
            let sent = fromClient ? bytes : replaced(bytes)
            guard link.send(sent, toClient: !fromClient) else { break }
        }
        link.end(toClient: !fromClient)
        change { state in state.links.removeAll { $0 === link && $0.isOver } }
    }

    private func replaced(_ bytes: [UInt8]) -> [UInt8] {
        guard let (text, other) = change({ $0.replacement }) else { return bytes }
        return bytes.replacing(Array(text.utf8), with: Array(other.utf8))
    }

    // MARK: Events

    func sent(_ text: [UInt8]) async {
        await withCheckedContinuation { continuation in
            let isSent = state.withLock { state in
                if state.sent.contains(where: { $0.contains(text) }) { return true }
                state.waiting.append(Waiting(text: text, continuation: continuation))
                return false
            }
            if isSent { continuation.resume() }
        }
    }

    private func note(_ bytes: [UInt8]) {
        let met = state.withLock { state in
            state.sent.append(bytes)
            let met = state.waiting.filter { bytes.contains($0.text) }
            state.waiting.removeAll { bytes.contains($0.text) }
            return met.map(\.continuation)
        }
        for continuation in met { continuation.resume() }
    }
}
