import pg from "pg";
import { connectionSettings } from "../../service/src/db/pool.ts";
import { driveRun } from "./driven-run.ts";
import { recordByCall, recordByStatements } from "./peer-store.ts";
import type { RunRequest, Variant } from "./variant.ts";

/** The plain driver: one transaction per transfer, one round trip per statement. */
export function statementsVariant(callerCounts: readonly number[]): Variant {
  return {
    name: "statements",
    callerCounts,
    run: async (request) => {
      const clients = await connectClients(request, { pipeline: false });
      const lines = clients.map(createLine);
      return driveRun(request, {
        record: (transfer, caller) => {
          const [client, inLine] = [of(clients, caller), of(lines, caller)];
          return inLine(() => recordByStatements(client, transfer));
        },
        close: () => endAll(clients),
      });
    },
  };
}

/**
 * The plain driver: one call of a function per transfer, the fewest round trips that one transaction each can have.
 * On a connection shared by several callers, the next call is sent before the previous one returns.
 */
export function callVariant(callerCounts: readonly number[]): Variant {
  return {
    name: "call",
    callerCounts,
    run: async (request) => {
      const clients = await connectClients(request, { pipeline: true });
      return driveRun(request, {
        record: (transfer, caller) => recordByCall(of(clients, caller), transfer),
        close: () => endAll(clients),
      });
    },
  };
}

// PostgreSQL allows 100 as configured; on few cores more than these only wait for each other.
const maxConnections = 64;

async function connectClients(
  { target, callers }: RunRequest,
  { pipeline }: { readonly pipeline: boolean },
): Promise<readonly pg.Client[]> {
  const settings = { ...connectionSettings(target), application_name: "florin bench peer", pipeline };
  const length = Math.min(callers, maxConnections);
  const clients = Array.from({ length }, () => new pg.Client(settings));
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
}

async function endAll(clients: readonly pg.Client[]): Promise<void> {
  await Promise.all(clients.map((client) => client.end()));
}

function of<Item>(items: readonly Item[], caller: number): Item {
  const item = items[caller % items.length];
  if (item === undefined) throw new Error("there is nothing to share");
  return item;
}

/** Callers that share a connection take turns, a whole transaction each. */
function createLine(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
