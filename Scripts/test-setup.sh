#!/usr/bin/env bash
# Tests Scripts/setup.sh on machines that are made up: a PATH with nothing on it but the commands that a case has.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash=$(command -v bash)
machine=$(mktemp -d)
trap 'rm -rf "$machine"' EXIT

command_is() {
    printf '#!%s\n%s\n' "$bash" "$2" >"$machine/bin/$1"
    chmod +x "$machine/bin/$1"
}

# A Linux machine with Swift 6.2, a compiler that knows no sqlite3.h, and the given user.
new_machine() {
    rm -rf "${machine:?}"/*
    mkdir "$machine/bin"
    : >"$machine/log"
    command_is swift 'echo "Swift version 6.2 (swift-6.2-RELEASE)"'
    command_is uname 'echo Linux'
    command_is id "echo $1"
    command_is clang "[[ -e '$machine/header' ]]"
}

has_manager() {
    command_is "$1" "echo $1 \"\$@\" >>'$machine/log'
if [[ \$* == *install* ]]; then : >'$machine/header'; fi"
}

# Says how it ends: the status, what was run, and a word of what was said.
expect() {
    local case=$1 status=$2 log=$3 words=$4 told ended=0 ran
    told=$(PATH=$machine/bin "$bash" -c 'set -euo pipefail; source Scripts/setup.sh' 2>&1) || ended=$?
    ran=$(tr '\n' ';' <"$machine/log")
    if [[ $ended != "$status" || $ran != "$log" || $told != *"$words"* || (-z $words && -n $told) ]]; then
        printf 'setup, %s: status %s, ran "%s", said:\n%s\n' "$case" "$ended" "$ran" "$told"
        exit 1
    fi
}

apt='apt-get update;apt-get install -y libsqlite3-dev;'

new_machine 0
rm "$machine/bin/swift"
expect "no Swift" 1 "" "There is no swift on the PATH"

for version in 5.10.1 6.1; do
    new_machine 0
    command_is swift "echo 'Swift version $version (swift-$version-RELEASE)'"
    expect "Swift $version" 1 "" "is too old; 6.2 or newer is needed"
done

new_machine 1000
: >"$machine/header"
expect "all there" 0 "" ""

new_machine 0
has_manager apt-get
expect "root, apt" 0 "$apt" "installing libsqlite3-dev"

new_machine 0
has_manager dnf
expect "root, dnf" 0 "dnf install -y sqlite-devel;" "installing sqlite-devel"

new_machine 0
expect "root, unknown manager" 1 "" "sqlite3.h, is missing. Install it"

new_machine 0
command_is apt-get 'exit 100'
expect "apt fails" 1 "" "sudo apt-get install libsqlite3-dev"

new_machine 1000
has_manager apt-get
expect "no root, no sudo" 1 "" "sudo apt-get install libsqlite3-dev"

new_machine 1000
has_manager apt-get
command_is sudo 'exit 1'
expect "sudo with a password" 1 "" "sudo dnf install sqlite-devel"

new_machine 1000
has_manager apt-get
command_is sudo "[[ \$1 == -n ]] && shift && echo as root >>'$machine/log' && \"\$@\""
command_is true ''
expect "sudo without a password" 0 \
    "as root;as root;apt-get update;as root;apt-get install -y libsqlite3-dev;" "installing"

echo "setup: each made-up machine gets what it needs, or a word of what is missing"
