import type { Registry } from "prom-client";
import Type from "typebox";
import { equalInConstantTime } from "../kernel/constant-time.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Route } from "./route.ts";
import { named } from "./schemas.ts";

/** One thing that must work before this node takes requests; resolves, or rejects with the reason. */
export interface ReadinessCheck {
  readonly name: string;
  check(): Promise<void>;
}

export interface HealthDeps {
  readonly checks: readonly ReadinessCheck[];
  readonly clock: Clock;
  /** True from the moment the node was told to stop: balancers must look elsewhere. */
  isDraining(): boolean;
  readonly registry: Registry;
  /** When set, `/metrics` wants it as a bearer token. */
  readonly metricsToken: string | undefined;
}

const CheckSchema = Type.Object({
  status: Type.Enum(["ok", "failing"]),
  detail: Type.Optional(Type.String({ description: "Why it is failing." })),
});
const ReadinessSchema = named(
  "Readiness",
  Type.Object({
    status: Type.Enum(["ready", "draining", "not_ready"]),
    checks: Type.Record(Type.String(), CheckSchema),
  }),
);
const HealthSchema = named("Health", Type.Object({ status: Type.Literal("ok") }));

const tag = { name: "Operations", description: "For those who run the service: probes and metrics." };

const checkTimeoutMs = 2_000;
const lookLifetimeMs = 500;

export function healthRoutes(deps: HealthDeps): readonly Route[] {
  return [healthRoute, readinessRoute(deps), metricsRoute(deps)];
}

const healthRoute: Route = {
  method: "GET",
  path: "/healthz",
  operationId: "getHealth",
  tag,
  summary: "Is the process alive?",
  description: "For liveness probes: answers as long as the process can answer at all.",
  access: "public",
  isProbe: true,
  answers: { 200: { description: "It is.", schema: HealthSchema, example: { status: "ok" } } },
  work: { kind: "read", handle: async () => ({ status: 200, body: { status: "ok" } }) },
};

function readinessRoute(deps: HealthDeps): Route {
  const look = createSharedLook(deps);
  return {
    method: "GET",
    path: "/readyz",
    operationId: "getReadiness",
    tag,
    summary: "May this node be sent requests?",
    description: "For readiness probes: asks the database, the state of its schema and the job runners.",
    access: "public",
    isProbe: true,
    answers: {
      200: {
        description: "It may.",
        schema: ReadinessSchema,
        example: { status: "ready", checks: { database: { status: "ok" } } },
      },
      503: {
        description: "Not now: something it needs is failing, or it is draining.",
        schema: ReadinessSchema,
        example: {
          status: "not_ready",
          checks: { database: { status: "failing", detail: "the database cannot be reached right now" } },
        },
      },
    },
    work: {
      kind: "read",
      handle: async () => {
        const checks = await look();
        const isReady = Object.values(checks).every(({ status }) => status === "ok");
        const status = deps.isDraining() ? "draining" : isReady ? "ready" : "not_ready";
        return { status: status === "ready" ? 200 : 503, body: { status, checks } };
      },
    },
  };
}

type CheckResults = Readonly<Record<string, { readonly status: string; readonly detail?: string }>>;

/** One look serves everybody who asks within its time, so that a flood of probes is no load on the database. */
function createSharedLook({ checks, clock }: HealthDeps): () => Promise<CheckResults> {
  let last: { readonly at: Instant; readonly results: Promise<CheckResults> } | undefined;
  return () => {
    const now = clock.now();
    if (last === undefined || Math.abs(now - last.at) >= lookLifetimeMs) {
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
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function metricsRoute(deps: HealthDeps): Route {
  return {
    method: "GET",
    path: "/metrics",
    operationId: "getMetrics",
    tag,
    summary: "Prometheus metrics of this node",
    description: "When `METRICS_TOKEN` is configured, it is wanted as a bearer token.",
    access: "public",
    isProbe: true,
    answers: {
      200: {
        description: "The text format of Prometheus.",
        mediaType: "text/plain",
        schema: Type.String(),
        example: "florin_http_requests_in_flight 1\n",
      },
    },
    refusals: ["unauthorized"],
    work: {
      kind: "read",
      handle: async ({ headers }) => {
        checkMetricsToken(deps.metricsToken, headers["authorization"]);
        const text = await deps.registry.metrics();
        return { status: 200, body: text, headers: { "content-type": deps.registry.contentType } };
      },
    },
  };
}

function checkMetricsToken(
  wanted: string | undefined,
  authorization: string | readonly string[] | undefined,
): void {
  if (wanted === undefined || equalInConstantTime(`Bearer ${wanted}`, String(authorization ?? ""))) return;
  throw new RefusalError(refuse("unauthorized", "send the metrics token: Authorization: Bearer <token>"));
}
