import type { Registry } from "prom-client";
import Type from "typebox";
import { equalInConstantTime } from "../kernel/constant-time.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type Route, readRoute } from "./route.ts";
import { named } from "./schemas.ts";

/** A dependency that must work before this node takes requests; `check` rejects with the reason if it doesn't. */
export interface ReadinessCheck {
  readonly name: string;
  check(): Promise<void>;
}

export interface HealthDeps {
  readonly checks: readonly ReadinessCheck[];
  readonly clock: Clock;
  /** True once the node is requested to stop: load balancers must send requests elsewhere. */
  isDraining(): boolean;
  readonly registry: Registry;
  /** When set, `/metrics` requires it as a bearer token. */
  readonly metricsToken: string | undefined;
}

const CheckSchema = Type.Object({
  status: Type.Enum(["ok", "failing"]),
  detail: Type.Optional(Type.String({ description: "Reason for the failure." })),
});
const ReadinessSchema = named(
  "Readiness",
  Type.Object({
    status: Type.Enum(["ready", "draining", "not_ready"]),
    checks: Type.Record(Type.String(), CheckSchema),
  }),
);
const HealthSchema = named("Health", Type.Object({ status: Type.Literal("ok") }));

const tag = { name: "Operations", description: "Health probes and metrics for operators." };

const checkTimeoutMs = 2_000;
const resultLifetimeMs = 500;

export function healthRoutes(deps: HealthDeps): readonly Route[] {
  return [healthRoute("/healthz"), healthRoute("/health"), readinessRoute(deps), metricsRoute(deps)];
}

/** `/health` is an alias. */
function healthRoute(path: "/healthz" | "/health"): Route {
  return readRoute(`GET ${path}`, {
    operationId: path === "/healthz" ? "getHealth" : "getHealthAlias",
    tag,
    summary: "Liveness probe",
    description:
      "Returns 200 as long as the process can serve requests at all. `/health` and `/healthz` are the same.",
    access: "public",
    isProbe: true,
    response: { description: "The process is alive.", schema: HealthSchema, example: { status: "ok" } },
    handle: async () => ({ status: 200, body: { status: "ok" } }),
  });
}

function readinessRoute(deps: HealthDeps): Route {
  const runChecks = createSharedCheck(deps);
  return {
    method: "GET",
    path: "/readyz",
    operationId: "getReadiness",
    tag,
    summary: "Readiness probe",
    description: "Checks the database connection, its schema version and the job runners.",
    access: "public",
    isProbe: true,
    responses: {
      200: {
        description: "The node accepts requests.",
        schema: ReadinessSchema,
        example: { status: "ready", checks: { database: { status: "ok" } } },
      },
      503: {
        description: "The node must not get requests: a check is failing, or the node is draining.",
        schema: ReadinessSchema,
        example: {
          status: "not_ready",
          checks: { database: { status: "failing", detail: "the database is unreachable" } },
        },
      },
    },
    work: {
      kind: "read",
      handle: async () => {
        const checks = await runChecks();
        const isReady = Object.values(checks).every(({ status }) => status === "ok");
        const status = deps.isDraining() ? "draining" : isReady ? "ready" : "not_ready";
        return { status: status === "ready" ? 200 : 503, body: { status, checks } };
      },
    },
  };
}

type CheckResults = Readonly<Record<string, { readonly status: string; readonly detail?: string }>>;

/** Probes within this time share one result, so that a flood of probes puts no load on the database. */
function createSharedCheck({ checks, clock }: HealthDeps): () => Promise<CheckResults> {
  let last: { readonly at: Instant; readonly results: Promise<CheckResults> } | undefined;
  return () => {
    const now = clock.now();
    if (last === undefined || Math.abs(now - last.at) >= resultLifetimeMs) {
      last = { at: now, results: Promise.all(checks.map(runCheck)).then(Object.fromEntries) };
    }
    return last.results;
  };
}

async function runCheck({
  name,
  check,
}: ReadinessCheck): Promise<[string, { status: string; detail?: string }]> {
  try {
    await withTimeout(check(), checkTimeoutMs);
    return [name, { status: "ok" }];
  } catch (error) {
    return [name, { status: "failing", detail: error instanceof Error ? error.message : "unknown" }];
  }
}

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function metricsRoute(deps: HealthDeps): Route {
  const collect = createSharedCollection(deps);
  return readRoute("GET /metrics", {
    operationId: "getMetrics",
    tag,
    summary: "Prometheus metrics of this node",
    description: "If `METRICS_TOKEN` is set, send it as a bearer token.",
    access: "public",
    isProbe: true,
    response: {
      description: "Metrics in the Prometheus text format.",
      mediaType: "text/plain",
      schema: Type.String(),
      example: "florin_http_requests_in_flight 1\n",
    },
    refusals: ["unauthorized"],
    handle: async ({ headers }) => {
      checkMetricsToken(deps.metricsToken, headers["authorization"]);
      const text = await collect();
      return { status: 200, body: text, headers: { "content-type": deps.registry.contentType } };
    },
  });
}

/** Collecting takes at most a fifth of the time, however many requests there are. */
const restAfterCollection = 4;

/** Collecting queries the database, so requests share a result for a while. */
function createSharedCollection({ registry, clock }: HealthDeps): () => Promise<string> {
  let text: Promise<string> | undefined;
  let collected: { readonly at: Instant; readonly tookMs: number } | undefined;
  return () => {
    const now = clock.now();
    const isStale =
      collected !== undefined && Math.abs(now - collected.at) >= collected.tookMs * restAfterCollection;
    if (text !== undefined && !isStale) return text;
    collected = undefined;
    text = registry.metrics().finally(() => {
      const at = clock.now();
      collected = { at, tookMs: Math.abs(at - now) };
    });
    return text;
  };
}

function checkMetricsToken(
  expected: string | undefined,
  authorization: string | readonly string[] | undefined,
): void {
  if (expected === undefined || equalInConstantTime(`Bearer ${expected}`, String(authorization ?? "")))
    return;
  throw new RefusalError(refuse("unauthorized", "send the metrics token: Authorization: Bearer <token>"));
}
