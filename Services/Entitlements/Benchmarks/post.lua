-- Posts the notifications of a file, one on each line, from a position on. It tells the position at
-- which it ended, so that the next round goes on there.
-- wrk --threads 1 --script post.lua URL -- FILE POSITION
local headers = { ["Content-Type"] = "application/json" }

function setup(thread)
    poster = thread
end

function init(args)
    file = assert(io.open(args[1], "r"))
    file:seek("set", tonumber(args[2] or 0))
    position = file:seek()
    failures = 0
    wraps = 0
end

function request()
    local body = file:read("*l")
    if not body then
        wraps = wraps + 1
        file:seek("set", 0)
        body = file:read("*l")
    end
    position = file:seek()
    return wrk.format("POST", "/notifications", headers, body)
end

function response(status)
    if status ~= 200 then failures = failures + 1 end
end

function done(summary, latency)
    print(string.format("rate %.0f", summary.requests / summary.duration * 1e6))
    print("failures", poster:get("failures"), "wraps", poster:get("wraps"))
    print("position", string.format("%d", poster:get("position")))
end
