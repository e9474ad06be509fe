import { setTimeout as pause } from "node:timers/promises";
import { Operation } from "@stellar/stellar-base";
import { chunks } from "../../db/settle-or-split.ts";
import { type BroadcastOutcome, ChainDisagreementError, ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyRef, Signer } from "../signer.ts";
import { ask } from "./ask-nodes.ts";
import { broadcast } from "./broadcast.ts";
import { readEntries } from "./ledger-entries.ts";
import { networkResponse } from "./node-responses.ts";
import { gasKey } from "./operation-plan.ts";
import { addSignatures, buildTransaction } from "./sign-transaction.ts";
import { stellarAddressOf } from "./stellar-address.ts";

export interface ChannelOptions {
  readonly nodes: NodePool;
  readonly passphrase: string;
  readonly signer: Signer;
  readonly channels: number;
  /** Delay before checking again whether a transaction was included. */
  readonly pauseMs: number;
  /** How often it is checked before this fails. */
  readonly maxRounds?: number;
}

interface Channel {
  readonly key: KeyRef;
  readonly address: string;
}

const openingFee = "1000";
const validityLedgers = 20;
const defaultMaxRounds = 60;
/** An envelope holds up to twenty signatures: those of the channels, and that of the gas account. */
const maxInTransaction = 15;

/**
 * Creates missing channel accounts, with reserves sponsored by the gas account. Safe to run at every start and by
 * several processes concurrently: existing accounts are left alone, and a losing transaction changes nothing. Throws a
 * ChainUnavailableError if the gas account is missing or cannot pay.
 */
export async function openChannels(options: ChannelOptions): Promise<void> {
  const { nodes, signer, channels, maxRounds = defaultMaxRounds } = options;
  const network = await ask(nodes, { method: "getNetwork", params: {} }, networkResponse);
  if (network.passphrase !== options.passphrase)
    throw new ChainDisagreementError(
      "the Stellar RPC nodes belong to another network than the configured one",
    );
  const expected = await Promise.all(
    Array.from({ length: channels }, (_, index) => channelOf(signer, { role: "channel", index })),
  );
  const gas = stellarAddressOf(await signer.publicKey(gasKey));
  let trouble = "the transaction was sent and not included";
  for (let round = 0; round < maxRounds; round += 1) {
    const accounts = [gas, ...expected.map(({ address }) => address)];
    const entries = await readEntries(nodes, { accounts, trustlines: [] });
    const missing = expected.filter(({ address }) => entries.account(address) === undefined);
    if (missing.length === 0) return;
    const payer = entries.account(gas);
    if (payer === undefined) throw new ChainUnavailableError("the Stellar gas account does not exist yet");
    const [group = []] = chunks(missing, maxInTransaction);
    const outcome = await open(options, group, {
      gas,
      sequence: payer.sequence,
      latestLedger: entries.latestLedger,
    });
    if (outcome.response === "rejected" || outcome.response === "later") trouble = outcome.detail;
    await pause(options.pauseMs);
  }
  throw new ChainUnavailableError(`the Stellar channel accounts could not be created: ${trouble}`);
}

async function channelOf(signer: Signer, key: KeyRef): Promise<Channel> {
  return { key, address: stellarAddressOf(await signer.publicKey(key)) };
}

interface Payer {
  readonly gas: string;
  readonly sequence: bigint;
  readonly latestLedger: number;
}

/** The next round checks whether the accounts exist. */
async function open(
  { nodes, signer, passphrase }: ChannelOptions,
  channels: readonly Channel[],
  { gas, sequence, latestLedger }: Payer,
): Promise<BroadcastOutcome> {
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
