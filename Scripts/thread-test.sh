#!/usr/bin/env bash
# Runs the suites that use several threads at once under the thread sanitizer, in a build of its own; with --service those
# of the entitlement service.
# Usage: Scripts/thread-test.sh [--service] [options of swift test]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

if [[ ${1:-} == --service ]]; then
    shift
    # shellcheck source=Scripts/service-setup.sh
    source Scripts/service-setup.sh
    require_libpq
    require_postgres
    export ENTITLEMENTS_TESTS=1
    export TSAN_OPTIONS=suppressions=$PWD/$package/Tests/thread-sanitizer.supp
    exec swift test --package-path "$package" --sanitize=thread --scratch-path .build-tsan-service \
        --filter 'PostgreSQLTests|ManyProcessesTests|FoldingTests|EventTests|ReadingTests|RebuildTests' "$@"
fi
suites=(
    ConcurrencyTests ReleasingTests SharedRequestsTests FetchingReceiptTests VerifySubscriptionTests
    ObserverReleaseTests SKPaymentTransactionTests ManyThreadsTests StoreSettingsTests
    ReceiptFileTests ChainCacheTests CompletionTests ManySessionsTests EndingTests
    ConnectionListTests ConversationTests EventTests LifecycleTests LimitTests NotificationFaultTests NotificationSenderTests
    UpdateTests TransactionUpdateTests SubscriptionStatusTests BothInterfacesTests AppStoreTests InAppPurchaseScopeTests
    EntitlementTests InAppPurchaseFaultTests FamilyTransactionTests JourneyTests
)
# A filter that matches nothing would be no error.
for suite in "${suites[@]}"; do
    grep -rqE "(struct|class) $suite[ :]" Tests || stop "There is no suite $suite."
done
exec swift test --enable-all-traits --sanitize=thread --scratch-path .build-tsan \
    --filter "[./]($(printf '%s\n' "${suites[@]}" | paste -sd '|' -))/" "$@"
