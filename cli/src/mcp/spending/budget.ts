import { createHash, randomUUID } from "node:crypto";
import { dollarsOf } from "./amount.ts";
import type { OutcomeEntry, ReservedEntry } from "./entry.ts";
import type { Journal } from "./journal.ts";
import { limitName, type SpendingLimit } from "./limit.ts";
import { type Decision, dayOf, replay, type Spending, spentUnits } from "./replay.ts";

/** The limit and what of it was spent. */
export interface Budget {
  /** Counts the amount, durably, before the request is sent. */
  reserve(request: SpendingRequest): Promise<Decision>;
  /** Records an outcome that is known. */
  record(key: string, type: OutcomeEntry["type"]): Promise<void>;
  report(): Promise<Readonly<Record<string, unknown>>>;
}

export interface SpendingRequest {
  readonly key: string;
  readonly units: bigint;
  /** Everything that is sent. */
  readonly input: object;
}

export function createBudget(journal: Journal, limit: SpendingLimit, now: () => number): Budget {
  const timestamp = (): string => new Date(now()).toISOString();
  return {
    reserve: async (request) => {
      const entry = entryOf(request, limit, timestamp());
      // A call that is refused leaves no line, however often it is repeated.
      const expected = decisionOf(replay([...(await journal.read()), entry]), entry);
      if (expected === "exceeded" || expected === "key_reused") return expected;
      await journal.append(entry);
      return decisionOf(replay(await journal.read()), entry);
    },
    record: (key, type) => journal.append({ type, key }),
    report: async () => reportOf(replay(await journal.read()), limit, timestamp()),
  };
}

function entryOf({ key, units, input }: SpendingRequest, limit: SpendingLimit, at: string): ReservedEntry {
  return {
    type: "reserved",
    id: randomUUID(),
    key,
    request: createHash("sha256").update(canonical(input)).digest("hex"),
    at,
    amount: dollarsOf(units),
    limit: dollarsOf(limit.units),
    per_day: limit.isPerDay,
  };
}

function decisionOf({ decisions }: Spending, { id }: ReservedEntry): Decision {
  return decisions.get(id) ?? "exceeded";
}

/** Independent of the order in which an agent writes the fields. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}

function reportOf(
  { reservations, spent: sums }: Spending,
  limit: SpendingLimit,
  at: string,
): Readonly<Record<string, unknown>> {
  const spent = spentUnits(sums, limit.isPerDay ? dayOf(at) : undefined);
  const unknown = [...reservations.values()].filter(({ outcome }) => outcome === undefined);
  return {
    limit: limitName(limit),
    spent: dollarsOf(spent),
    remaining: dollarsOf(limit.units > spent ? limit.units - spent : 0n),
    unknown_outcomes: unknown.map(({ key, at: since, units }) => ({
      idempotency_key: key,
      amount: dollarsOf(units),
      since,
    })),
  };
}
