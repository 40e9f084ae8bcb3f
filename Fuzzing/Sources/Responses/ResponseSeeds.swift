/// Responses of verifyReceipt that the mutations start from.
enum ResponseSeeds {
    static let all = [
        #"{"status":0}"#, #"{"status":21002}"#, #"{"environment":"Sandbox","status":21007}"#,
        #"{"status":21199,"is-retryable":"1"}"#, "[]", #"{"status":"0"}"#, #"{"status":false}"#,
        #"{"status":0,"receipt":{"bid":"com.example.app","product_id":"a","transaction_id":"1","purchase_date":"2024-01-01 00:00:00 Etc/GMT"}}"#,
        purchases, subscriptions,
    ]

    private static let purchases = #"""
        {"status":0,"environment":"Production","receipt":{"receipt_type":"ProductionSandbox","bundle_id":"com.example.app",
        "application_version":"4","original_application_version":"1.0","receipt_creation_date_ms":"1717243200000",
        "request_date":"2024-06-02 10:00:00 Etc/GMT","expiration_date":"2030-01-01T00:00:00Z","in_app":[
        {"quantity":"1","product_id":"a","transaction_id":"1","original_transaction_id":"1","purchase_date_ms":"1717000000000",
        "original_purchase_date_ms":"1717000000000","is_trial_period":"false"},
        {"quantity":2,"product_id":"b","transaction_id":9007199254740993,"purchase_date":"2024-05-01 00:00:00 Etc/GMT",
        "cancellation_date_ms":"1717100000000","cancellation_reason":"1"},
        {"product_id":"c","transaction_id":"3","purchase_date_ms":1.7e12,"expires_date_ms":"1818000000000",
        "in_app_ownership_type":"FAMILY_SHARED","app_account_token":"7E3FB204-2F5A-4C2E-8F0C-6B5B1A3A1D11"}]}}
        """#

    private static let subscriptions = #"""
        {"status":0,"receipt":{"in_app":[]},"latest_receipt":"MII=","latest_receipt_info":[
        {"product_id":"c","transaction_id":"3","original_transaction_id":"2","purchase_date_ms":"1717000000000",
        "expires_date_ms":"1719000000000","is_in_intro_offer_period":"true","is_upgraded":"true",
        "subscription_group_identifier":"20","promotional_offer_id":"p","offer_code_ref_name":"o","web_order_line_item_id":"9"},
        {"product_id":"a","transaction_id":"4","purchase_date_ms":"1717000000000","expires_date":"1719000000000"}],
        "latest_expired_receipt_info":{"product_id":"b","transaction_id":"5","purchase_date_ms":1,"expires_date_ms":2},
        "pending_renewal_info":[{"auto_renew_product_id":"a","product_id":"c","original_transaction_id":"2",
        "auto_renew_status":"1","expiration_intent":"2","is_in_billing_retry_period":"1","price_consent_status":"0",
        "grace_period_expires_date_ms":"1720000000000"}]}
        """#
}
