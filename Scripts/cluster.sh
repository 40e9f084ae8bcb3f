# shellcheck shell=bash
# Sourced after setup.sh: three nodes of PostgreSQL on one machine, replicated synchronously, with fail-over by Patroni and
# etcd. service.sh --cluster serves on them, and service-test.sh patroni lets them fail.
#
# The folder of a node has its configuration, data, logs and process identifiers. While it contains a file `down`, the
# programs of the node are not started again.

nodes=(1 2 3)

has_patroni() { have patroni && have etcd && /usr/bin/python3 -c 'import etcd' 2>/dev/null; }
require_patroni() {
    require_postgres
    require_package has_patroni "Patroni or etcd" "patroni etcd-server python3-etcd"
}

# Starts the cluster in a folder, which is made if need be, and sets `database_url`. With a second argument each node has
# a network namespace of its own, which takes root.
start_nodes() {
    local node
    require_ended_nodes "$1"
    nodes_folder=$1
    networks=${2:-}
    mkdir -p "$nodes_folder"
    # Other users may pass through the folder, but read none of its secrets.
    chmod 0711 "$nodes_folder"
    as_postgres test -x "$nodes_folder" ||
        stop "The user postgres cannot reach $nodes_folder. Choose another folder by ENTITLEMENTS_FOLDER."
    [[ -e $nodes_folder/password ]] ||
        (umask 077 && od -An -N 24 -tx1 /dev/urandom | tr -d ' \n' >"$nodes_folder/password")
    password=$(<"$nodes_folder/password")
    if [[ -n $networks ]]; then make_networks; else choose_ports; fi
    for node in "${nodes[@]}"; do prepare_node "$node"; done
    for node in "${nodes[@]}"; do start_node "$node"; done
    say "Starting three nodes of PostgreSQL; their logs are in $nodes_folder."
    await 120 is_replicated || stop "The cluster does not start; see the logs in $nodes_folder."
    make_database
}

stop_nodes() {
    local program node
    [[ -n ${nodes_folder:-} ]] || return 0
    # Patroni needs etcd to end in order.
    for program in patroni etcd; do
        for node in "${nodes[@]}"; do end_program "$node" "$program"; done
        for node in "${nodes[@]}"; do await_program "$node" "$program"; done
    done
    [[ -z $networks ]] || remove_networks
}

# Stops if the nodes of a script that was killed still run.
require_ended_nodes() {
    local keeper
    for keeper in "$1"/node*/*.keeper; do
        [[ -e $keeper ]] && ! is_gone "$(<"$keeper")" || continue
        say "The nodes in $1 run already. To end them:"
        stop "  kill \$(cat $1/node*/*.keeper)"
    done
}

# MARK: Addresses

# Sets `address` and the ports of a node, and the `range` of all addresses. In networks of their own the nodes have the
# usual ports, else free ones that a file keeps.
locate_node() {
    address=127.0.0.1 range=127.0.0.1/32
    if [[ -n $networks ]]; then
        address=$subnet.$1 range=$subnet.0/24
        ports=(5432 8008 2379 2380)
    else
        read -ra ports <"$nodes_folder/ports-$1"
    fi
    sql_port=${ports[0]} rest_port=${ports[1]} etcd_port=${ports[2]} peer_port=${ports[3]}
}

# The system gives ports below 32768 to no outgoing connection, so they are free after a restart, too.
choose_ports() {
    [[ -e $nodes_folder/ports-3 ]] && return
    python3 - "$nodes_folder" <<'PYTHON'
import random, socket, sys
sockets = []
while len(sockets) < 12:
    candidate = socket.socket()
    try:
        candidate.bind(("127.0.0.1", random.randrange(20000, 32000)))
        sockets.append(candidate)
    except OSError:
        candidate.close()
for node in range(3):
    with open(f"{sys.argv[1]}/ports-{node + 1}", "w") as file:
        print(*(s.getsockname()[1] for s in sockets[4 * node:4 * node + 4]), file=file)
PYTHON
}

# A bridge joins the networks of the nodes and this machine.
make_networks() {
    local node tag
    tag=$(printf '%04x' $((RANDOM * 2 + RANDOM % 2)))
    network=entitle-$tag
    subnet=10.213.$((RANDOM % 256))
    ip link add "$network" type bridge
    ip address add "$subnet.254/24" dev "$network"
    ip link set "$network" up
    for node in "${nodes[@]}"; do
        ip netns add "$network-$node"
        ip link add "e-$tag-$node" type veth peer name eth0 netns "$network-$node"
        ip link set "e-$tag-$node" master "$network" up
        ip -n "$network-$node" address add "$subnet.$node/24" dev eth0
        ip -n "$network-$node" link set lo up
        ip -n "$network-$node" link set eth0 up
    done
}

remove_networks() {
    local node
    for node in "${nodes[@]}"; do ip netns delete "$network-$node" || true; done
    ip link delete "$network" || true
}

# Prints what a function prints for each node, separated by commas.
each_node() {
    local node list=
    for node in "${nodes[@]}"; do
        locate_node "$node"
        list+=${list:+,}$("$@" "$node")
    done
    echo "$list"
}
node_host() { echo "$address"; }
node_port() { echo "$sql_port"; }
node_etcd() { echo "$address:$etcd_port"; }
node_peer() { echo "node$1=http://$address:$peer_port"; }

# The connection string of a user, without the password: libpq finds the primary among the nodes.
nodes_url() {
    echo "host=$(each_node node_host) port=$(each_node node_port) user=$1 dbname=$2" \
        "target_session_attrs=read-write connect_timeout=3"
}

# MARK: Nodes

# Writes the configuration of a node. PostgreSQL's user owns its folder.
prepare_node() {
    local folder=$nodes_folder/node$1 hosts peers
    hosts=$(each_node node_etcd)
    peers=$(each_node node_peer)
    locate_node "$1"
    mkdir -p "$folder"
    rm -f "$folder/down"
    (umask 077 && patroni_configuration "$1" "$folder" "$hosts" >"$folder/patroni.yml")
    etcd_configuration "$1" "$folder" "$peers" >"$folder/etcd.yml"
    # For programs that let nodes fail: the address and ports, and the namespace and the link of its network.
    echo "$address $sql_port $rest_port ${networks:+$network-$1 e-${network#*-}-$1}" >"$folder/address"
    chmod 0700 "$folder"
    [[ $(id -u) != 0 ]] || chown -R postgres: "$folder"
}

etcd_configuration() {
    cat <<YAML
name: node$1
data-dir: $2/etcd
initial-cluster: $3
initial-cluster-token: entitlements
listen-client-urls: http://$address:$etcd_port
advertise-client-urls: http://$address:$etcd_port
listen-peer-urls: http://$address:$peer_port
initial-advertise-peer-urls: http://$address:$peer_port
enable-v2: true
logger: zap
YAML
}

# By the second version of etcd's protocol. Patroni 3.0.2 has a fault with the third (`etcd3`): a primary whose network
# comes back takes the key from its successor, whatever that has acknowledged.
patroni_configuration() {
    cat <<YAML
scope: entitlements
name: node$1
etcd: {hosts: "$3"}
restapi:
  listen: $address:$rest_port
  connect_address: $address:$rest_port
  authentication: {username: patroni, password: "$password"}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql: {use_pg_rewind: true}
  initdb: [{encoding: UTF8}, {locale: C}, data-checksums]
postgresql:
  listen: $address:$sql_port
  connect_address: $address:$sql_port
  bin_dir: $postgres
  data_dir: $2/data
  pgpass: $2/pgpass
  authentication:
    superuser: {username: postgres, password: "$password"}
    replication: {username: replicator, password: "$password"}
  parameters: {unix_socket_directories: '', max_connections: 100, shared_buffers: 64MB}
  pg_hba:
    - host all all $range scram-sha-256
    - host replication replicator $range scram-sha-256
YAML
}

start_node() {
    local folder=$nodes_folder/node$1
    # In a process group of its own, so that Control-C at the terminal does not end all programs at once.
    set -m
    keep_running "$1" etcd etcd --config-file "$folder/etcd.yml" &
    keep_running "$1" patroni env PATH=/usr/bin:/bin LC_ALL=C.UTF-8 patroni "$folder/patroni.yml" &
    set +m
    # `wait` and `jobs` of the script leave these out.
    disown -a
}

# Runs a program of a node, and runs it again when it ends, as systemd would.
keep_running() {
    local folder=$nodes_folder/node$1 name=$2 process=
    local command=("${@:3}")
    if [[ $(id -u) == 0 ]]; then
        command=(setpriv --reuid=postgres --regid=postgres --init-groups -- "${command[@]}")
    fi
    [[ -z $networks ]] || command=(nsenter "--net=/run/netns/$network-$1" -- "${command[@]}")
    trap - EXIT
    trap '[[ -z $process ]] || kill "$process" 2>/dev/null; wait; exit' TERM
    echo "$BASHPID" >"$folder/$name.keeper"
    cd /
    while :; do
        if [[ ! -e $folder/down ]]; then
            "${command[@]}" >>"$folder/$name.log" 2>&1 </dev/null &
            process=$!
            echo "$process" >"$folder/$name.pid"
            # The shell would report a program that was killed.
            wait "$process" 2>/dev/null || true
            process=
        fi
        sleep 0.2 &
        wait $!
    done
}

end_program() {
    local keeper=$nodes_folder/node$1/$2.keeper
    [[ ! -e $keeper ]] || kill "$(<"$keeper")" 2>/dev/null || true
}
await_program() {
    local keeper=$nodes_folder/node$1/$2.keeper
    [[ -e $keeper ]] || return 0
    await 60 is_gone "$(<"$keeper")" || say "$2 of node $1 does not end."
    rm -f "$keeper"
}
is_gone() { ! kill -0 "$1" 2>/dev/null; }

# Prints how to see a fail-over.
explain_nodes() {
    local folder=$nodes_folder/node1
    say "To see which node is the primary:"
    say "  patronictl -c $folder/patroni.yml list"
    say "To kill a node:"
    say "  touch $folder/down && kill -9 \$(head -qn 1 $folder/{patroni,etcd}.pid $folder/data/postmaster.pid)"
    say "To start it again:"
    say "  rm $folder/down"
}

# MARK: The database

as_superuser() {
    PGPASSWORD=$password "$postgres/psql" "$(nodes_url postgres postgres)" --no-psqlrc --quiet \
        --tuples-only --no-align --command "$1"
}

# Whether there is a primary with two replicas, one of which Patroni has chosen to take over.
is_replicated() {
    [[ $(as_superuser "SELECT count(*) FROM pg_stat_replication" 2>/dev/null) == 2 ]] &&
        patronictl -c "$nodes_folder/node1/patroni.yml" list 2>/dev/null | grep -q 'Sync Standby'
}

make_database() {
    if [[ $(as_superuser "SELECT count(*) FROM pg_database WHERE datname = 'entitlements'") == 0 ]]; then
        as_superuser "CREATE ROLE entitlements LOGIN PASSWORD '$password'"
        as_superuser "CREATE DATABASE entitlements OWNER entitlements"
    fi
    # shellcheck disable=SC2034
    database_url="$(nodes_url entitlements entitlements) password=$password"
}
