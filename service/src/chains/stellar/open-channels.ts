import { setTimeout as pause } from "node:timers/promises";
import { Operation } from "@stellar/stellar-sdk";
import { type BroadcastVerdict, ChainDisagreementError, ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyRef, Signer } from "../signer.ts";
import { ask, inGroups } from "./ask-nodes.ts";
import { broadcast } from "./broadcast.ts";
import { buildTransaction } from "./build-transaction.ts";
import { readEntries } from "./ledger-entries.ts";
import { networkAnswer } from "./node-answers.ts";
import { gasKey } from "./operation-plan.ts";
import { addSignatures } from "./sign-transaction.ts";
import { stellarAddressOf } from "./stellar-address.ts";

export interface ChannelOptions {
  readonly nodes: NodePool;
  readonly passphrase: string;
  readonly signer: Signer;
  readonly channels: number;
  /** How long to wait before looking again whether a transaction was included. */
  readonly pauseMs: number;
}

interface Channel {
  readonly key: KeyRef;
  readonly address: string;
}

const openingFee = "1000";
const validityLedgers = 20;
const maxRounds = 60;
/** An envelope has room for twenty signatures: those of the channels, and that of the gas account. */
const maxInTransaction = 15;

/**
 * Creates the accounts of the channels that are not there yet; the gas account stands for their reserves. Safe to do
 * at every start and by several processes at once: what exists is left alone, and a transaction that lost against
 * another one changes nothing. Throws a ChainUnavailableError when the gas account is missing or cannot pay.
 */
export async function openChannels(options: ChannelOptions): Promise<void> {
  const { nodes, signer, channels } = options;
  const network = await ask(nodes, { method: "getNetwork", params: {} }, networkAnswer);
  if (network.passphrase !== options.passphrase)
    throw new ChainDisagreementError("the nodes of Stellar belong to another network than was configured");
  const wanted = await Promise.all(
    Array.from({ length: channels }, (_, index) => channelOf(signer, { duty: "channel", index })),
  );
  const gas = stellarAddressOf(await signer.publicKey(gasKey));
  let trouble = "they were sent and did not come";
  for (let round = 0; round < maxRounds; round += 1) {
    const accounts = [gas, ...wanted.map(({ address }) => address)];
    const entries = await readEntries(nodes, { accounts, trustlines: [] });
    const missing = wanted.filter(({ address }) => entries.account(address) === undefined);
    if (missing.length === 0) return;
    const payer = entries.account(gas);
    if (payer === undefined) throw new ChainUnavailableError("the gas account of Stellar does not exist yet");
    const [group = []] = inGroups(missing, maxInTransaction);
    const verdict = await open(options, group, {
      gas,
      sequence: payer.sequence,
      latestLedger: entries.latestLedger,
    });
    if (verdict.answer === "rejected" || verdict.answer === "later") trouble = verdict.detail;
    await pause(options.pauseMs);
  }
  throw new ChainUnavailableError(`the channels of Stellar could not be opened: ${trouble}`);
}

async function channelOf(signer: Signer, key: KeyRef): Promise<Channel> {
  return { key, address: stellarAddressOf(await signer.publicKey(key)) };
}

interface Payer {
  readonly gas: string;
  readonly sequence: bigint;
  readonly latestLedger: number;
}

/** Whether it was taken is seen in the next round, by the accounts being there. */
async function open(
  { nodes, signer, passphrase }: ChannelOptions,
  channels: readonly Channel[],
  { gas, sequence, latestLedger }: Payer,
): Promise<BroadcastVerdict> {
  const transaction = buildTransaction({
    source: gas,
    sequence: sequence + 1n,
    operations: channels.flatMap(({ address }) => [
      Operation.beginSponsoringFutureReserves({ sponsoredId: address }),
      Operation.createAccount({ destination: address, startingBalance: "0" }),
      Operation.endSponsoringFutureReserves({ source: address }),
    ]),
    fee: openingFee,
    maxLedger: latestLedger + validityLedgers,
    passphrase,
  });
  await addSignatures(transaction, signer, [gasKey, ...channels.map(({ key }) => key)]);
  return broadcast(nodes, new Uint8Array(transaction.toEnvelope().toXDR()));
}
