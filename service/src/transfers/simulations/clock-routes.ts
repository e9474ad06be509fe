import Type, { type Static } from "typebox";
import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import { causeOf, principalOf, type Route, readRoute, writeRoute } from "../../http/route.ts";
import { DateTimeSchema, named, strictObject } from "../../http/schemas.ts";
import { simulationTag } from "../../http/tags.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { BankSimulator, SimulatedClock } from "../../rails/bank-simulator.ts";
import { bringEntriesForward } from "../../rails/engine/queue-store.ts";
import { bringDeadlinesForward } from "../store.ts";

export interface ClockRouteDeps extends AuditDeps {
  readonly database: Session;
  readonly simulator: Pick<BankSimulator, "clock" | "setMode" | "advance" | "reset">;
}

const ClockSchema = named(
  "SimulatedClock",
  Type.Object({
    mode: Type.Enum(["seconds", "calendar"], {
      description:
        "`seconds`: payments settle after one second. `calendar`: by the Federal Reserve calendar.",
    }),
    now: DateTimeSchema,
    next_window_at: DateTimeSchema,
    next_banking_day_at: DateTimeSchema,
  }),
);

const ClockRequestSchema = strictObject({
  mode: Type.Optional(Type.Enum(["seconds", "calendar"], { type: "string" })),
  advance: Type.Optional(
    Type.Enum(["next_window", "next_banking_day"], {
      type: "string",
      description: "Only forward, and at most 400 days ahead.",
    }),
  ),
  reset: Type.Optional(
    Type.Literal(true, { description: "Sets the clock to the current time and the default mode first." }),
  ),
});

const example = {
  mode: "calendar",
  now: "2026-11-15T20:51:12.000Z",
  next_window_at: "2026-11-17T06:45:00.000Z",
  next_banking_day_at: "2026-11-16T14:00:00.000Z",
};

/** The tenant's clock at the sandbox bank. */
export function clockRoutes(deps: ClockRouteDeps): readonly Route[] {
  const common = {
    tag: simulationTag,
    network: "testnet",
    access: { scope: "simulations:write" },
    response: { description: "Current clock.", schema: ClockSchema, example },
  } as const;
  return [
    readRoute("GET /simulations/clock", {
      ...common,
      operationId: "getSimulatedClock",
      summary: "Get the sandbox bank clock",
      handle: async (request) => {
        const { tenantId } = principalOf(request);
        return { status: 200, body: present(await deps.simulator.clock(deps.database, tenantId)) };
      },
    }),
    writeRoute("POST /simulations/clock", {
      ...common,
      operationId: "setSimulatedClock",
      summary: "Set or advance the sandbox bank clock",
      description:
        "Testnet only. The clock is that of your managing account and the accounts it manages, and moves nothing of " +
        "others. It can be at most 400 days ahead (422); `reset` sets it back. What already happened stays.",
      body: { schema: ClockRequestSchema, example: { mode: "calendar", advance: "next_banking_day" } },
      refusals: ["unprocessable"],
      handle: async (tx, request) => {
        const { mode, advance, reset } = readRequest(request.body);
        const { tenantId, network } = principalOf(request);
        if (reset === true) await deps.simulator.reset(tx, tenantId);
        if (mode !== undefined) await deps.simulator.setMode(tx, mode, tenantId);
        if (advance !== undefined) {
          const { movedMs } = await deps.simulator.advance(tx, advance, tenantId);
          await bringEntriesForward(tx, { tenantId, network }, movedMs);
          await bringDeadlinesForward(tx, { tenantId, network }, movedMs);
        }
        const clock = await deps.simulator.clock(tx, tenantId);
        await auditChange(deps, tx, {
          cause: causeOf(request),
          action: "simulation.clock",
          type: "sandbox_bank",
          of: { tenantId, network, id: network },
          after: { mode: clock.mode, now: formatInstant(clock.now) },
        });
        return { status: 200, body: present(clock) };
      },
    }),
  ];
}

function readRequest(request: Static<typeof ClockRequestSchema>): Static<typeof ClockRequestSchema> {
  if (Object.keys(request).length > 0) return request;
  const detail = "set mode, advance or reset";
  throw new RefusalError(refuse("validation_failed", detail, { errors: [{ pointer: "", detail }] }));
}

function present({ mode, now, nextWindowAt, nextBankingDayAt }: SimulatedClock): Static<typeof ClockSchema> {
  return {
    mode,
    now: formatInstant(now),
    next_window_at: formatInstant(nextWindowAt),
    next_banking_day_at: formatInstant(nextBankingDayAt),
  };
}
