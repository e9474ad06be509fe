import { setTimeout as sleep } from "node:timers/promises";
import type { Chain, Prepared, SenderQueue, TransferOperation } from "../../service/src/chains/chain.ts";
import { eachOf } from "../../service/src/chains/engine/each-of.ts";
import { nodeConcurrency } from "../../service/src/chains/engine/engine-deps.ts";
import { keyName } from "../../service/src/chains/signer.ts";
import type { BenchService } from "./service.ts";
import type { BenchTenant } from "./tenant.ts";

/** Units of one transfer, the same for the service and the raw sender. */
export const transferUnits = 10_000n;

interface RawTransaction {
  readonly senderQueue: SenderQueue;
  readonly prepared: Prepared;
}

/**
 * Signs as many transactions of the same kind. The returned function sends them to the same RPC node, waits until all
 * are final, and returns the milliseconds that took.
 */
export async function prepareRaw(
  service: BenchService,
  tenant: BenchTenant,
  count: number,
): Promise<() => Promise<number>> {
  const transactions = await prepareAll(service, tenant, count);
  return async () => {
    const startMs = performance.now();
    await feed(service.chain, transactions);
    return performance.now() - startMs;
  };
}

async function prepareAll(
  { chain, parts }: BenchService,
  { contract, rawPayer, rawPayee }: BenchTenant,
  count: number,
): Promise<readonly RawTransaction[]> {
  const operationOf = (): TransferOperation => ({
    kind: "transfer",
    reference: parts.parts.newId(),
    contract,
    from: rawPayer.address,
    fromKey: { role: "custody", index: rawPayer.keyIndex },
    to: rawPayee.address,
    toKey: { role: "custody", index: rawPayee.keyIndex },
    units: transferUnits,
  });
  const senderQueues = await openSenderQueues(parts, operationOf());
  const nextOf = new Map(senderQueues.map(({ key, sequence }) => [keyName(key), sequence]));
  const dealt = Array.from({ length: count }, (_, place): SenderQueue => {
    const senderQueue = senderQueues[place % senderQueues.length];
    if (senderQueue === undefined) throw new Error("the chain has no sender queue");
    const sequence = nextOf.get(keyName(senderQueue.key));
    nextOf.set(keyName(senderQueue.key), sequence === undefined ? undefined : sequence + 1n);
    return { ...senderQueue, sequence };
  });
  return eachOf(dealt, nodeConcurrency, async (senderQueue) => ({
    senderQueue,
    prepared: await chain.prepare(operationOf(), senderQueue),
  }));
}

/** All sender queues for such a transaction, each with its next sequence number. */
async function openSenderQueues(
  { chain, signer }: BenchService["parts"],
  operation: TransferOperation,
): Promise<readonly SenderQueue[]> {
  const role = chain.roleOf(operation);
  const count = chain.senderQueues.find((plan) => plan.role === role)?.count ?? 0;
  const keys = Array.from({ length: count }, (_, index) => ({ role, index }));
  return eachOf(keys, nodeConcurrency, async (key) => {
    const senderQueue = { key, address: chain.addressOf(await signer.publicKey(key)) };
    return { ...senderQueue, sequence: await chain.nextSequence(senderQueue) };
  });
}

const pollMs = 10;
/** Only the oldest are polled: the others become final with them, and the node has less work. */
const maxPolled = 64;

async function feed(chain: Chain, transactions: readonly RawTransaction[]): Promise<void> {
  let waiting = transactions;
  let sent: readonly RawTransaction[] = [];
  while (waiting.length > 0 || sent.length > 0) {
    const due = dueOf(chain, waiting, sent);
    await eachOf(due, nodeConcurrency, ({ prepared }) => send(chain, prepared));
    sent = [...sent, ...due];
    const isDue = new Set(due);
    waiting = waiting.filter((transaction) => !isDue.has(transaction));
    const final = await finalOf(chain, sent.slice(0, maxPolled));
    sent = sent.filter((transaction) => !final.has(transaction));
    if (final.size === 0) await sleep(pollMs);
  }
}

/** All at once, except on Stellar, where an account may have only one pending transaction. */
function dueOf(
  chain: Chain,
  waiting: readonly RawTransaction[],
  sent: readonly RawTransaction[],
): readonly RawTransaction[] {
  if (chain.family !== "stellar") return waiting;
  const busy = new Set(sent.map(({ senderQueue }) => keyName(senderQueue.key)));
  return waiting.filter(({ senderQueue }) => {
    const name = keyName(senderQueue.key);
    const isFree = !busy.has(name);
    busy.add(name);
    return isFree;
  });
}

async function send(chain: Chain, { bytes }: Prepared): Promise<void> {
  const result = await chain.broadcast(bytes);
  if (result.response !== "accepted") throw new Error(`the node returned ${JSON.stringify(result)}`);
}

async function finalOf(
  chain: Chain,
  requested: readonly RawTransaction[],
): Promise<ReadonlySet<RawTransaction>> {
  const statuses = await chain.statuses(
    requested.map(({ senderQueue, prepared: { transactionId, expiresAtHeight } }) => {
      return { senderQueue, transactionId, expiresAtHeight };
    }),
  );
  return new Set(
    requested.filter((_, place) => {
      const status = statuses[place];
      if (status?.state === "absent") return false;
      if (status?.state !== "included" || !status.outcome.ok) {
        throw new Error(`a raw transaction ended as ${JSON.stringify(status?.state)}`);
      }
      return status.isFinal;
    }),
  );
}
