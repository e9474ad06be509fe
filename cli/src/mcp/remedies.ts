const byCode: Readonly<Record<string, string>> = {
  validation_failed: "Correct the fields in `errors`; the tool's input schema has their format.",
  malformed_request: "Correct the input; a cursor is `pagination.next` or `pagination.prev` of a page.",
  unauthorized: "The operator of this server must check FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET.",
  invalid_client: "The operator of this server must check FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET.",
  insufficient_scope: "The application needs the scope that `detail` names. Only its operator can add it.",
  ip_not_allowed: "The application must allow the IP address of this server.",
  not_found:
    "Check the id, and that it belongs to this account: list_accounts, list_addresses, list_transfers.",
  address_not_found: "Check the address with list_addresses.",
  insufficient_balance: "Check the available balance with list_balances, and use a smaller amount.",
  unsupported_route: "Pick a source and destination of list_routes.",
  insufficient_liquidity: "Try a smaller amount, or again later.",
  limit_exceeded: "Use a smaller amount. Limits are set by the operator of the service.",
  address_not_allowed: "This address cannot be used. Don't try to work around it; report it to the user.",
  idempotency_key_reused: "Use the original input with this key, or another key for another transfer.",
  idempotency_key_in_flight: "Repeat the call with the same idempotency_key in a few seconds.",
  rate_limited: "Wait before the next call.",
  network_mismatch: "The operator of this server must start it with the network of its application.",
  internal: "Report the request id to the operator of the service.",
  outcome_unknown:
    "It may have succeeded. Repeat the call with the same input and this idempotency_key: it has its effect at most once.",
};

const serverErrorStatus = 500;

/** What an agent can do about an error. */
export function remedyOf(code: string, status = 0): string {
  if (status >= serverErrorStatus) return byCode["outcome_unknown"] ?? "";
  return byCode[code] ?? "Read `detail`, and correct the input.";
}
