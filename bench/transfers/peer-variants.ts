import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { type ConnectionTarget, connectionSettings } from "../../service/src/db/pool.ts";
import { createIdFactory } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { ownCpuMs } from "../measure.ts";
import type { BenchEnvironment, Payer } from "./environment.ts";
import { transferAmount, transferUnits } from "./load.ts";
import { acceptByCall, acceptByStatements, type PeerTransfer } from "./peer-store.ts";
import { inTurns, type PeerName, type Variant } from "./variant.ts";

const accept = { statements: acceptByStatements, call: acceptByCall } as const satisfies Record<
  PeerName,
  unknown
>;

/**
 * The plain driver, one transaction per transfer: one round trip per statement, or one call of a function, which is the
 * fewest possible round trips. Each caller has its own connection.
 */
export function peerVariant(
  name: PeerName,
  {
    target,
    env,
    callerCounts,
  }: {
    readonly target: ConnectionTarget;
    readonly env: BenchEnvironment;
    readonly callerCounts: readonly number[];
  },
): Variant {
  const settings = { ...connectionSettings(target), application_name: "florin bench peer" };
  return {
    name,
    callerCounts,
    open: async (load, callers) => {
      const clients = Array.from({ length: callers }, () => new pg.Client(settings));
      // Connection errors also reject the pending query, which reports them.
      for (const client of clients) client.on("error", () => undefined);
      await Promise.all(clients.map((client) => client.connect()));
      const newTransfer = createTransferMaker(env.payers[load]);
      return {
        callers: clients.map((client) => async () => {
          await accept[name](client, newTransfer());
          return 1;
        }),
        cpuMs: async () => ownCpuMs(),
        close: async () => {
          await Promise.all(clients.map((client) => client.end()));
        },
      };
    },
  };
}

const newId = createIdFactory(systemClock);

function createTransferMaker(payers: readonly Payer[]): () => PeerTransfer {
  const prefix = randomUUID();
  const fingerprint = randomBytes(32);
  const nextPayer = inTurns(payers);
  let sequence = 0;
  return () => {
    sequence += 1;
    const { accountId, sourceId, destinationId } = nextPayer();
    const id = newId<"transfer">();
    const what = { id, account_id: accountId, status: "pending" };
    const amount = { value: transferAmount, currency: "USD" };
    const ends = { source: { address_id: sourceId }, destination: { address_id: destinationId } };
    return {
      id,
      key: `${prefix}-${sequence}`,
      fingerprint,
      response: JSON.stringify({ ...what, amount, ...ends }),
      account: accountId,
      source: sourceId,
      destination: destinationId,
      units: transferUnits,
      data: JSON.stringify({ ...what, amount }),
      operation: JSON.stringify({
        kind: "transfer",
        from: sourceId,
        to: destinationId,
        units: String(transferUnits),
      }),
    };
  };
}
