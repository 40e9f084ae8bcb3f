-- Asks for the entitlements of random subscribers, whose identifiers are those of `fill.sql`.
-- wrk --script look-up.lua URL -- SUBSCRIBERS APP KEY
function setup(thread)
    counter = (counter or 0) + 1
    thread:set("seed", counter)
end

function init(args)
    subscribers = tonumber(args[1])
    path = "/v1/customers/%08x-0000-4000-8000-%012x/entitlements?environment=Sandbox&app=" .. args[2]
    headers = { ["Authorization"] = "Bearer " .. args[3] }
    math.randomseed(os.time() * 16 + seed)
end

function request()
    local subscriber = math.random(subscribers)
    local scattered = subscriber * 268435399 % 4294967296
    return wrk.format("GET", string.format(path, scattered, subscriber), headers)
end

function done(summary, latency)
    print(string.format("rate %.0f", summary.requests / summary.duration * 1e6))
    print("failures", summary.errors.status)
end
