import FlyingSocks
import Foundation
import LocalAppStore

extension StoreServer {
    /// Listens, serves, and ends in order.
    func serve(at pool: some AsyncSocketPool) async -> Result<Void, any Swift.Error> {
        let listener: Listener
        do {
            listener = try Listener(at: configuration.endpoint, pool: pool)
        } catch {
            return .failure(error)
        }
        let connections = ConnectionList(limit: configuration.limits.usableConnections)
        let watching = Task { await connections.watchDeadlines() }
        defer { watching.cancel() }
        let events = EventHub(store, heartbeat: configuration.limits.heartbeatTime)
        defer { events.end() }
        let service = configuration.entitlementService.map {
            EntitlementServiceConnection($0, limits: configuration.limits, pool: pool)
        }
        defer { service?.invalidate() }
        let queue = BlockingQueue()
        let retention = RetentionClient(
            within: configuration.limits.retentionTime,
            queue: queue,
            pool: pool,
            connections: configuration.limits.webhookRequests,
            log: configuration.log
        )
        defer { retention.invalidate() }
        let tester = PerformanceTester(
            configuration.limits.performanceTest,
            queue: queue,
            pool: pool
        )
        // Before the first request can begin a test.
        await queue.run { [store] in try? store.retention.endLostPerformanceTests() }
        let handler = handler(at: listener.address, queue, events, service, retention, tester)
        let accepting = Task {
            try await listener.accept { await start($0, connections, handler) }
        }
        state.withLock { $0.listen(at: listener.address, accepting) }
        let sender = sender(at: pool)
        let sending = Task { await sender.run() }
        let result = await withTaskCancellationHandler {
            await accepting.result
        } onCancel: {
            accepting.cancel()
        }
        listener.close()
        sending.cancel()
        await finish(connections)
        await tester.end()
        await sending.value
        return judge(result)
    }

    private func sender(at pool: some AsyncSocketPool) -> NotificationSender {
        let limits = configuration.limits
        return NotificationSender(
            store: store,
            queue: BlockingQueue(),
            webhook: HTTPClient(
                timeout: limits.webhookTime,
                connections: limits.webhookRequests,
                pool: pool
            ),
            lock: SenderLock(of: store, in: keys.folder),
            log: configuration.log,
            deliveries: DeliveryList(limit: limits.webhookRequests)
        )
    }

    private func handler(
        at address: Address,
        _ queue: BlockingQueue,
        _ events: EventHub,
        _ service: EntitlementServiceConnection?,
        _ retention: RetentionClient,
        _ tester: PerformanceTester
    ) -> RequestHandler {
        let control = ControlAPI(
            store: store,
            keys: keys,
            events: events,
            queue: queue,
            service: service,
            retention: retention
        )
        let api = ServerAPI(
            store: store,
            keys: keys,
            queue: queue,
            tester: tester,
            now: configuration.now
        )
        // Mass extensions that an earlier server left incomplete.
        api.performMassExtensions()
        return RequestHandler(
            access: AccessRule(address: address, names: configuration.names),
            router: Router(Route.page + api.routes + control.routes),
            store: store,
            queue: queue,
            now: configuration.now,
            token: AccessToken(configuration.accessToken, api: ControlAPI.path[0]),
            log: configuration.log,
            refuse: { error, path in
                path.first == ControlAPI.path[0]
                    ? ControlError.response(to: error) : RequestRefusal(error).response
            }
        )
    }

    private func start(
        _ socket: AsyncSocket,
        _ connections: ConnectionList,
        _ handler: RequestHandler
    ) async {
        let limits = configuration.limits
        let isStarted = await connections.start { id in
            await Connection(
                id: id,
                socket: socket,
                list: connections,
                limits: limits,
                handler: handler
            ).serve()
        }
        if !isStarted { try? socket.close() }
    }

    /// Waits for the connections to end, unless the task is cancelled.
    private func finish(_ connections: ConnectionList) async {
        let limit = state.withLock { $0.stopLimit } ?? 0
        await withTaskCancellationHandler {
            await connections.drain(within: limit)
        } onCancel: {
            connections.cancelAll()
        }
    }

    /// A server that was stopped or cancelled did not fail.
    private func judge(
        _ result: Result<Void, any Swift.Error>
    ) -> Result<Void, any Swift.Error> {
        guard case .failure(let error) = result, !Task.isCancelled,
            state.withLock({ $0.stopLimit == nil })
        else { return .success(()) }
        return .failure(Error.noConnections(detail: error.localizedDescription))
    }
}
