/** The dashboards of Grafana, as one table; `npm run dashboards` writes them as JSON. */
export interface Dashboard {
  readonly name: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Panel {
  readonly title: string;
  readonly unit: "short" | "s" | "ops" | "percentunit" | "currencyUSD" | "bytes";
  /** PromQL expressions by the legend of their series. */
  readonly series: Readonly<Record<string, string>>;
}

const requests = "florin_http_request_duration_seconds";
const quantile = (q: number, by: string): string =>
  `histogram_quantile(${q}, sum by (${by}) (rate(${requests}_bucket{operation!="none"}[$__rate_interval])))`;

const events = (types: string): string =>
  `sum by (type) (rate(florin_events_total{type=~"${types}",network=~"$network"}[$__rate_interval]))`;

export const dashboards: readonly Dashboard[] = [
  {
    name: "money",
    title: "Florin: money",
    panels: [
      { title: "Transfers per second", unit: "ops", series: { "{{type}}": events("transfer[.].*") } },
      { title: "Payments per second", unit: "ops", series: { "{{type}}": events("payment[.].*") } },
      {
        title: "Transfers that need manual action",
        unit: "short",
        series: {
          "{{step}}": "max by (step) (florin_transfers_needing_action)",
          "token transfers": "max(florin_token_transfers_refund_failed)",
        },
      },
      {
        title: "Payments in suspense",
        unit: "short",
        series: { "{{network}}": 'max by (network) (florin_payments_suspense{network=~"$network"})' },
      },
      {
        title: "Oldest payment in suspense",
        unit: "s",
        series: {
          "{{network}}": 'max by (network) (florin_payments_suspense_oldest_seconds{network=~"$network"})',
        },
      },
      {
        title: "Open claims",
        unit: "currencyUSD",
        series: { "{{network}}": 'max by (network) (florin_claims_dollars{network=~"$network"})' },
      },
      {
        title: "ACH return rates",
        unit: "percentunit",
        series: {
          "{{network}} {{rate}}": 'max by (network, rate) (florin_ach_return_rate{network=~"$network"})',
        },
      },
      {
        title: "Verification of the ledger: journals",
        unit: "short",
        series: { "{{count}}": "max by (count) (florin_ledger_verification_journals)" },
      },
      {
        title: "Reconciliation of chains and ledger",
        unit: "short",
        series: { "{{outcome}}": "max by (outcome) (florin_reconciliation_differences)" },
      },
      {
        title: "Time since the last checks",
        unit: "s",
        series: {
          ledger: "time() - max(florin_ledger_verification_ended_seconds)",
          "audit log": "time() - max(florin_audit_verification_ended_seconds)",
          reconciliation: "time() - max(florin_reconciliation_ended_seconds)",
          "sanctions list": "max(florin_sanctions_list_age_seconds)",
        },
      },
    ],
  },
  {
    name: "chains",
    title: "Florin: chains",
    panels: [
      {
        title: "Open operations",
        unit: "short",
        series: {
          "{{network}} {{chain}} {{state}}":
            'max by (network, chain, state) (florin_chain_work{network=~"$network"})',
        },
      },
      {
        title: "Oldest open operation",
        unit: "s",
        series: {
          "{{network}} {{chain}}":
            'max by (network, chain) (florin_chain_work_oldest_seconds{network=~"$network"})',
        },
      },
      {
        title: "Reachable (1) or not (0)",
        unit: "short",
        series: {
          "{{network}} {{chain}}": 'max by (network, chain) (florin_chain_reachable{network=~"$network"})',
        },
      },
      {
        title: "Gas wallets below their minimum",
        unit: "short",
        series: {
          "{{network}} {{chain}} {{role}}":
            'max by (network, chain, role) (florin_chain_low_gas{network=~"$network"})',
        },
      },
      {
        title: "Deposits that await a quorum",
        unit: "short",
        series: {
          "{{network}} {{chain}}":
            'max by (network, chain) (florin_deposits_awaiting_quorum{network=~"$network"})',
        },
      },
      {
        title: "Disagreements of RPC nodes",
        unit: "short",
        series: {
          "{{chain}} {{host}}":
            'sum by (chain, host) (increase(florin_chain_node_disagreements_total{network=~"$network"}[1h]))',
        },
      },
    ],
  },
  {
    name: "rails",
    title: "Florin: rails",
    panels: [
      {
        title: "Open bank entries",
        unit: "short",
        series: {
          "{{network}} {{state}}": 'max by (network, state) (florin_bank_entries{network=~"$network"})',
        },
      },
      {
        title: "Oldest bank entry",
        unit: "s",
        series: {
          "{{network}} {{state}}":
            'max by (network, state) (florin_bank_entries_oldest_seconds{network=~"$network"})',
        },
      },
      {
        title: "Bank files",
        unit: "short",
        series: {
          "{{network}} {{state}}": 'max by (network, state) (florin_bank_files{network=~"$network"})',
        },
      },
      {
        title: "Oldest bank file",
        unit: "s",
        series: {
          "{{network}} {{state}}":
            'max by (network, state) (florin_bank_files_oldest_seconds{network=~"$network"})',
        },
      },
      {
        title: "Bank exceptions",
        unit: "short",
        series: { "{{network}} {{kind}}": 'max by (network, kind) (florin_bank_items{network=~"$network"})' },
      },
      {
        title: "Bank events that are not applied",
        unit: "short",
        series: {
          "{{network}} {{state}}":
            'max by (network, state) (florin_bank_events_pending{network=~"$network"})',
        },
      },
    ],
  },
  {
    name: "webhooks",
    title: "Florin: webhooks",
    panels: [
      {
        title: "Attempts per second",
        unit: "ops",
        series: {
          "{{status}}": "sum by (status) (rate(florin_webhook_attempts_total[$__rate_interval]))",
        },
      },
      {
        title: "Duration of attempts",
        unit: "s",
        series: {
          "99 %":
            "histogram_quantile(0.99, sum by (le) (rate(florin_webhook_attempt_seconds_bucket[$__rate_interval])))",
          "50 %":
            "histogram_quantile(0.5, sum by (le) (rate(florin_webhook_attempt_seconds_bucket[$__rate_interval])))",
        },
      },
      {
        title: "Endpoint queues",
        unit: "short",
        series: { "{{state}}": "max by (state) (florin_webhook_endpoint_queues)" },
      },
      { title: "Lag", unit: "s", series: { lag: "max(florin_webhook_lag_seconds)" } },
      { title: "Events to dispatch", unit: "short", series: { events: "max(florin_events_waiting)" } },
      {
        title: "Events per second",
        unit: "ops",
        series: { events: "sum(rate(florin_events_total[$__rate_interval]))" },
      },
    ],
  },
  {
    name: "api",
    title: "Florin: API",
    panels: [
      {
        title: "Requests per second",
        unit: "ops",
        series: { "{{status}}": `sum by (status) (rate(${requests}_count[$__rate_interval]))` },
      },
      {
        title: "Share of 5xx",
        unit: "percentunit",
        series: {
          "5xx": `sum(rate(${requests}_count{status=~"5.."}[$__rate_interval])) / sum(rate(${requests}_count[$__rate_interval]))`,
        },
      },
      {
        title: "Duration of requests",
        unit: "s",
        series: { "99 %": quantile(0.99, "le"), "50 %": quantile(0.5, "le") },
      },
      {
        title: "Slowest operations, 99 %",
        unit: "s",
        series: { "{{operation}}": `topk(10, ${quantile(0.99, "le, operation")})` },
      },
      {
        title: "Requests in flight",
        unit: "short",
        series: { "{{instance}}": "florin_http_requests_in_flight" },
      },
      { title: "Open streams", unit: "short", series: { "{{instance}}": "florin_http_streams_open" } },
      {
        title: "CPU cores used",
        unit: "short",
        series: { "{{instance}}": 'rate(process_cpu_seconds_total{job="florin"}[$__rate_interval])' },
      },
      {
        title: "Event loop delay, 99 %",
        unit: "s",
        series: { "{{instance}}": 'nodejs_eventloop_lag_p99_seconds{job="florin"}' },
      },
      {
        title: "Memory",
        unit: "bytes",
        series: { "{{instance}}": 'process_resident_memory_bytes{job="florin"}' },
      },
      {
        title: "Jobs",
        unit: "short",
        series: { "{{kind}} {{state}}": "max by (kind, state) (florin_jobs) > 0" },
      },
    ],
  },
  {
    name: "database",
    title: "Florin: database",
    panels: [
      {
        title: "Connections of nodes",
        unit: "short",
        series: { "{{instance}} {{state}}": 'florin_database_connections{state!="waiting"}' },
      },
      {
        title: "Callers that wait for a connection",
        unit: "short",
        series: { "{{instance}}": 'florin_database_connections{state="waiting"}' },
      },
      {
        title: "Request log: rows to write",
        unit: "short",
        series: { "{{instance}}": "florin_request_log_waiting" },
      },
      {
        title: "Request log: dropped rows",
        unit: "short",
        series: { "{{instance}}": "increase(florin_request_log_dropped_total[1h])" },
      },
      {
        title: "Audit log: age of the oldest unsealed entry",
        unit: "s",
        series: { age: "max(florin_audit_unsealed_seconds)" },
      },
      {
        title: "Audit log: seals to export",
        unit: "short",
        series: { seals: "max(florin_audit_export_waiting)" },
      },
      {
        title: "Turns of background loops",
        unit: "ops",
        series: { "{{loop}}": "sum by (loop) (rate(florin_poll_turns_total[$__rate_interval]))" },
      },
    ],
  },
];
