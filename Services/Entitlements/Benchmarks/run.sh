#!/usr/bin/env bash
# Measures the entitlement service beside pgbench, which writes or reads the same rows, on a private cluster that syncs each
# commit to the disk. README.md explains the figures.
#
# Usage: Services/Entitlements/Benchmarks/run.sh [notifications] [look-ups] [growth] [listeners] [year]; without arguments, the
# first three
#
# Settings are variables of the environment:
# BENCHMARK_FOLDER: a folder on the disk to measure, which the user postgres can reach; by default one that is removed at the end
# BENCHMARK_SECONDS (10), BENCHMARK_ROUNDS (3): the length of a round, and the number of rounds
# BENCHMARK_CONNECTIONS ("8 32 64"): the numbers of clients
# BENCHMARK_SIGNED (250000): how many notifications are signed, 14 KB each
# BENCHMARK_SIZES ("10000 1000000"): the numbers of entitlements of growth
# BENCHMARK_YEAR_SUBSCRIBERS (100000), _CONNECTIONS (64), _SAMPLE (1000), _SEED (1): how many subscribers live a year, the number
#     of clients, how many subscribers are compared with the store at the end, and the seed of what subscribers do; on the disk
#     100,000 subscribers take 23 GB, and the WAL as much again, at most 16 GB
# BENCHMARK_LISTENERS (10000): the number of listeners; each takes a file descriptor of the service
# BENCHMARK_PORT (28417); BENCHMARK_PROGRAMS: a folder with programs that are built, with BENCHMARK_SKIP_BUILD=1
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
have wrk || stop "wrk is missing. Debian and Ubuntu have it: apt-get install wrk"
require_libpq
require_postgres

export ENTITLEMENTS_TESTS=1
package=Services/Entitlements
seconds=${BENCHMARK_SECONDS:-10}
rounds=${BENCHMARK_ROUNDS:-3}
read -ra connections <<<"${BENCHMARK_CONNECTIONS:-8 32 64}"
read -ra sizes <<<"${BENCHMARK_SIZES:-10000 1000000}"
port=${BENCHMARK_PORT:-28417}
scripts=$package/Benchmarks
app=com.example.benchmark
key=a-reader-of-benchmarks
service=

for product in entitlements entitlements-load; do
    [[ -n ${BENCHMARK_SKIP_BUILD:-} ]] || swift build --package-path "$package" -c release --product "$product" >&2
done
programs=${BENCHMARK_PROGRAMS:-$(swift build --package-path "$package" -c release --show-bin-path)}

finish() {
    stop_service
    stop_cluster
    [[ -n ${BENCHMARK_FOLDER:-} ]] || rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# MARK: The cluster and the service

start_database() {
    start_cluster "$folder"
    sql -c "ALTER SYSTEM SET shared_buffers = '2GB'" -c "ALTER SYSTEM SET max_wal_size = '16GB'" \
        -c "ALTER SYSTEM SET max_connections = 200" -c "ALTER SYSTEM SET checkpoint_timeout = '15min'"
    stop_cluster
    start_cluster "$folder"
    sql -c "SELECT name, setting FROM pg_settings
        WHERE name IN ('fsync', 'synchronous_commit', 'wal_sync_method', 'full_page_writes')" >&2
}

sql() { "$postgres/psql" "$database_url" --quiet --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }

start_service() {
    rm -f "$folder/pid"
    ENTITLEMENTS_DATABASE_URL=$database_url ENTITLEMENTS_APPS=$folder/apps.json ENTITLEMENTS_PORT=$port \
        ENTITLEMENTS_READER_KEYS=$folder/readers.json ENTITLEMENTS_PID_FILE=$folder/pid \
        "$programs/entitlements" serve 2>>"$folder/service.log" &
    service=$!
    until [[ -e $folder/pid ]]; do
        kill -0 "$service" || stop "The service does not start; see $folder/service.log."
        sleep 0.1
    done
}

stop_service() {
    [[ -z $service ]] || { kill "$service" && wait "$service" || true; }
    service=
}

empty_tables() {
    sql -c "TRUNCATE entitlements.inbox, entitlements.document, entitlements.customer, entitlements.event,
        entitlements_state.transaction, entitlements_state.renewal, entitlements_state.purchase,
        entitlements_state.owned_purchase, entitlements.outbox"
}

# Adds subscribers up to a number, if there are fewer.
filled=0
fill() {
    (($1 > filled)) || return 0
    sql --set first=$((filled + 1)) --set last="$1" --file "$scripts/fill.sql"
    filled=$1
    sql -c "VACUUM ANALYZE"
    sql -c CHECKPOINT
}

# MARK: Rounds

median() { sort -n | awk '{ values[NR] = $1 } END { print values[int((NR + 1) / 2)] }'; }

# Each round goes on in the file where the last one ended.
position=0
post() {
    wrk --threads 1 --connections "$1" --duration "${seconds}s" --latency --script "$scripts/post.lua" \
        "http://127.0.0.1:$port" -- "$folder/notifications" "$position" >"$folder/round"
    position=$(sed -n 's/^position\s*//p' "$folder/round")
    grep -q '^failures\s*0\s' "$folder/round" || say "Some were refused: $(grep ^failures "$folder/round")"
}

look_up() {
    wrk --threads 1 --connections "$1" --duration "${seconds}s" --latency --script "$scripts/look-up.lua" \
        "http://127.0.0.1:$port" -- "$filled" "$app" "$key" >"$folder/round"
}

rate() { sed -n 's/^rate //p' "$folder/round"; }

run_pgbench() {
    local clients=$1
    shift
    "$postgres/pgbench" --no-vacuum --protocol prepared --client "$clients" --jobs 2 --time "$seconds" "$@" \
        "$database_url" 2>&1 >"$folder/pgbench" | grep -v '^pgbench (' >&2 || true
    sed -n 's/^tps = \([0-9]*\).*(without.*/\1/p' "$folder/pgbench"
}

write_rows() {
    local content list
    content=$(head -n 1 "$folder/notifications" | sed 's/.*:"\(.*\)"}/\1/')
    list='{"entitlements":[{"name":"magazine","productId":"com.example.benchmark.magazine.monthly",'
    list+='"originalTransactionId":"2000026843539900000","state":"active","granted":true,'
    list+='"until":"2030-01-01T00:00:00.000Z"}]}'
    run_pgbench "$1" --file "$scripts/notification.pgbench" --define "content=$content" --define "list=$list"
}

read_rows() { run_pgbench "$1" --file "$scripts/look-up.pgbench" --define "subscribers=$filled"; }

# Runs two measurements in turn, and prints their medians and the ratio.
compare() {
    local name=$1 ours=$2 theirs=$3 count=$4 round
    : >"$folder/ours"
    : >"$folder/theirs"
    for ((round = 0; round < rounds; round++)); do
        sql -c CHECKPOINT
        "$ours" "$count"
        rate >>"$folder/ours"
        sql -c CHECKPOINT
        "$theirs" "$count" >>"$folder/theirs"
    done
    awk -v name="$name" -v count="$count" -v ours="$(median <"$folder/ours")" -v theirs="$(median <"$folder/theirs")" \
        -v all="$(paste -sd ' ' "$folder/ours") / $(paste -sd ' ' "$folder/theirs")" \
        'BEGIN { printf "%s, %d connections: service %d, pgbench %d, ratio %.2f (%s)\n", name, count, ours, theirs, ours / theirs, all }'
    sed -n 's/^ *\(50%\|99%\) */    \1 /p' "$folder/round"
}

sign() { "$programs/entitlements-load" sign "$folder" "$folder/notifications" --count "$1" --first "$2"; }

# MARK: What is measured

measure_notifications() {
    local count first
    sql -c "SHOW synchronous_commit" | sed 's/^/synchronous_commit /'
    for count in "${connections[@]}"; do compare notifications post write_rows "$count"; done
    # The same documents once more change nothing.
    position=0
    post 32
    echo "duplicates, 32 connections: $(rate)"
}

measure_look_ups() {
    local count half
    fill 1000000
    for count in "${connections[@]}"; do
        compare look-ups look_up read_rows "$count"
        half=$(($(median <"$folder/ours") / 2))
        echo "    at half of that, $half a second: $("$programs/entitlements-load" pace --port "$port" --rate "$half" \
            --seconds "$seconds" --connections "$count" --subscribers "$filled")"
    done
}

measure_growth() {
    local size round
    for size in "${sizes[@]}"; do
        fill "$size"
        for kind in post look_up; do
            : >"$folder/ours"
            for ((round = 0; round < rounds; round++)); do
                sql -c CHECKPOINT
                "$kind" 32
                rate >>"$folder/ours"
            done
            echo "$kind, $size entitlements: $(median <"$folder/ours") ($(paste -sd ' ' "$folder/ours"))," \
                "database $(database_size)"
        done
    done
}

# The processor's time of the service and the transactions of its database so far.
usage() {
    echo "$(awk '{print $14 + $15}' "/proc/$service/stat")" \
        "$(sql -c "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()")"
}

measure_listeners() {
    local count=${BENCHMARK_LISTENERS:-10000} idle=20 before after
    ulimit -n $((count * 2 > 20000 ? 20000 : count * 2))
    stop_service
    start_service
    fill 100000
    sign "$count" 30000001
    "$programs/entitlements-load" listen "$folder/notifications" --listeners "$count" --first 30000001 --port "$port" \
        --idle $((idle + 10)) >"$folder/listeners" &
    until grep -q ^listening "$folder/listeners"; do
        kill -0 $! 2>/dev/null || stop "The listeners are cut off; see $folder/service.log."
        sleep 0.5
    done
    sleep 5
    before=$(usage)
    sleep "$idle"
    after=$(usage)
    wait $!
    cat "$folder/listeners"
    awk -v idle="$idle" '{ printf "while nothing changes: %.1f transactions a second, %.1f%% of a processor, ", ($4 - $2) / idle, ($3 - $1) / idle }' \
        <<<"$before $after"
    memory
}

database_size() { sql -c "SELECT pg_size_pretty(pg_database_size(current_database()))"; }

memory() { sed -n 's/^\(VmRSS\|VmHWM\):\s*/\1 /p' "/proc/$service/status" | paste -sd ' '; }

measure_year() {
    local store_port=$((port + 1)) agrees=true lsn start
    stop_service
    # The service follows the time of the local store, which is ahead by a year in the end.
    ENTITLEMENTS_STORE_URL=http://127.0.0.1:$store_port start_service
    lsn=$(sql -c "SELECT pg_current_wal_lsn()")
    start=$(usage)
    echo "before: $(memory), database $(database_size)"
    "$programs/entitlements-load" year "$folder" --port "$port" --store-port "$store_port" \
        --subscribers "${BENCHMARK_YEAR_SUBSCRIBERS:-100000}" --connections "${BENCHMARK_YEAR_CONNECTIONS:-64}" \
        --sample "${BENCHMARK_YEAR_SAMPLE:-1000}" --seed "${BENCHMARK_YEAR_SEED:-1}" || agrees=false
    awk '{ printf "service: %.1f s of a processor, %d transactions\n", ($3 - $1) / 100, $4 - $2 }' <<<"$start $(usage)"
    echo "after: $(memory), database $(database_size)," \
        "WAL $(sql -c "SELECT pg_size_pretty(pg_current_wal_lsn() - '$lsn'::pg_lsn)")," \
        "ledger of the store $(du -sh "$folder/local-store" | cut -f 1)"
    sql -c "SELECT 'notifications', type, subtype, count(*) FROM entitlements.document GROUP BY type, subtype ORDER BY 4 DESC"
    sql -c "SELECT 'events', type, count(*) FROM entitlements.event GROUP BY type ORDER BY 3 DESC"
    "$agrees" || stop "The service does not agree with the store."
    stop_service
    start_service
}

folder=${BENCHMARK_FOLDER:-$(mktemp -d)}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
chmod 0711 "$folder"
"$programs/entitlements-load" make-store "$folder"
start_database
start_service
if (($# == 0)); then set -- notifications look-ups growth; fi
# As many as all rounds can take; each new subscriber has a number that `fill` does not reach.
if [[ " $* " == *" notifications "* || " $* " == *" growth "* ]]; then
    say "Signing notifications."
    sign "${BENCHMARK_SIGNED:-250000}" 20000001
fi
for part in "$@"; do
    empty_tables
    filled=0
    "measure_${part//-/_}"
done
