const hangMs = 240_000;

/** Timeouts of a connection pool whose timeouts are not tested: a busy machine never reaches them. */
export const patientPool = {
  acquireTimeoutMs: hangMs,
  statementTimeoutMs: hangMs,
  lockTimeoutMs: hangMs,
} as const;

/** Settings of a node whose limits are not tested: load shedding is off, and no request or drain is cut off. */
export const calmSettings = {
  MAX_EVENT_LOOP_DELAY_MS: "60000",
  IDEMPOTENCY_WAIT_SECONDS: "60",
  DRAIN_TIMEOUT_SECONDS: "120",
} as const;
