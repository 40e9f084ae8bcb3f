#!/usr/bin/env bash
# Thinks of bad input until the time is over, and says which broke a promise.
# Usage: Scripts/fuzz.sh TARGET [seconds] [more arguments: folders of seeds, options of libFuzzer]
#        Scripts/fuzz.sh TARGET minimize      keeps the smallest inputs of the corpus that reach as much
# TARGET is receipts, responses, catalogs, jws, bearer or requests.
# FUZZ_FOLDER is where corpus, artifacts and the identity of the target stay (default: Fuzzing/.build/fuzzing/<target>);
# FUZZ_SANITIZE=fuzzer,address looks for wrong memory accesses too, at half the speed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

target=${1:-}
seconds=${2:-120}
shift $(($# < 2 ? $# : 2))
case $target in
receipts) length=20000 ;;
responses) length=8000 ;;
catalogs) length=20000 ;;
jws) length=20000 ;;
bearer) length=2000 ;;
requests) length=6000 ;;
*) stop "Usage: Scripts/fuzz.sh receipts|responses|catalogs|jws|bearer|requests [seconds|minimize] [more arguments]" ;;
esac

sanitize=${FUZZ_SANITIZE:-fuzzer}
build=(nice swift build -c release --package-path Fuzzing --scratch-path "Fuzzing/.build/$sanitize"
    --product "fuzz-$target" -Xswiftc "-sanitize=$sanitize")
"${build[@]}" >&2
program="$("${build[@]}" --show-bin-path)/fuzz-$target"

folder=${FUZZ_FOLDER:-Fuzzing/.build/fuzzing/$target}
mkdir -p "$folder/corpus" "$folder/artifacts"
export FUZZ_FOLDER=$folder
# Swift's own handler would ask for a debugger where libFuzzer has to write the input down.
export SWIFT_BACKTRACE=enable=no
# What Swift and BoringSSL make once and keep is no leak.
export ASAN_OPTIONS=detect_leaks=0
"$program" seeds
if [[ $target == catalogs ]]; then cp Tests/Fixtures/*.storekit "$folder/seeds"; fi

if [[ $seconds == minimize ]]; then
    mkdir -p "$folder/minimized"
    exec nice "$program" -merge=1 -max_len="$length" "$folder/minimized" "$folder/corpus" "$folder/seeds" "$@"
fi
exec nice "$program" -max_total_time="$seconds" -max_len="$length" -rss_limit_mb=1024 -timeout=10 -detect_leaks=0 \
    -use_value_profile=1 -dict="Fuzzing/Dictionaries/$target.dict" -artifact_prefix="$folder/artifacts/" \
    -print_final_stats=1 "$@" "$folder/corpus" "$folder/seeds"
