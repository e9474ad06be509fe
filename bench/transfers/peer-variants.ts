import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { type ConnectionTarget, connectionSettings } from "../../service/src/db/pool.ts";
import { createIdFactory } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { ownCpuMs } from "../measure.ts";
import { acceptByContract, type Contract, type ContractTransfer } from "./contract-store.ts";
import type { BenchEnvironment, Payer } from "./environment.ts";
import { transferAmount, transferUnits } from "./load.ts";
import { acceptByCall, acceptByStatements, type PeerTransfer } from "./peer-store.ts";
import { inTurns, type PeerName, type Variant } from "./variant.ts";

const accept = { statements: acceptByStatements, call: acceptByCall } as const;

export interface PeerSetting {
  readonly target: ConnectionTarget;
  readonly env: BenchEnvironment;
  readonly callerCounts: readonly number[];
}

/**
 * The plain driver, one transaction per transfer: one round trip per statement, or one call of a function, which is the
 * fewest possible round trips. Each caller has its own connection.
 */
export function peerVariant(name: keyof typeof accept, setting: PeerSetting): Variant {
  return driverVariant(name, setting, (payers) => {
    const newTransfer = createTransferMaker(payers);
    return (client) => accept[name](client, newTransfer());
  });
}

/** The plain driver, with one call of a function that writes for each transfer the rows that the service writes. */
export function contractVariant(contract: Contract, setting: PeerSetting): Variant {
  return driverVariant("contract", setting, (payers) => {
    const newTransfer = createContractTransferMaker(contract, payers);
    return (client) => acceptByContract(client, newTransfer());
  });
}

function driverVariant(
  name: PeerName,
  { target, env, callerCounts }: PeerSetting,
  acceptFrom: (payers: readonly Payer[]) => (client: pg.Client) => Promise<void>,
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
      const acceptNext = acceptFrom(env.payers[load]);
      return {
        callers: clients.map((client) => async () => {
          await acceptNext(client);
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

/** Each transfer has the texts of one that the service wrote, with its own id. */
function createContractTransferMaker(
  { texts, accounts }: Contract,
  payers: readonly Payer[],
): () => ContractTransfer {
  const prefix = randomUUID();
  const [fingerprint, digest] = [randomBytes(32), randomBytes(32)];
  const nextPayer = inTurns(payers);
  let sequence = 0;
  return () => {
    sequence += 1;
    const { accountId, sourceId, destinationId } = nextPayer();
    const account = accounts.get(sourceId);
    if (account === undefined) throw new Error(`${sourceId} has no ledger account`);
    const id = newId<"transfer">();
    const withId = (text: string): string => text.replaceAll(texts.id, id);
    return {
      ...account,
      id,
      fingerprint,
      digest,
      account: accountId,
      source: sourceId,
      destination: destinationId,
      event: newId<"event">(),
      entry: newId<"transfer">(),
      work: newId<"transfer">(),
      key: `${prefix}-${sequence}`,
      headers: withId(texts.headers),
      body: Buffer.from(withId(texts.body)),
      ends: withId(texts.ends),
      operation: withId(texts.operation),
      data: withId(texts.data),
      after: withId(texts.after),
    };
  };
}
