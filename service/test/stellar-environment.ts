import { randomBytes } from "node:crypto";
import type {
  Chain,
  ChainOperation,
  FeeOffer,
  Prepared,
  SenderQueue,
  TransactionStatus,
} from "../src/chains/chain.ts";
import { createKeystoreSigner } from "../src/chains/custody/keystore-signer.ts";
import { createNodePool } from "../src/chains/node-pool.ts";
import type { KeyRef, Signer } from "../src/chains/signer.ts";
import { createStellarChain } from "../src/chains/stellar/create-stellar-chain.ts";
import { openChannels } from "../src/chains/stellar/open-channels.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { type LocalStellar, startLocalStellar } from "./local-stellar.ts";

/** A Stellar simulator with open channels and manual ledger close. */
export interface StellarEnvironment {
  readonly local: LocalStellar;
  readonly signer: Signer;
  readonly chain: Chain;
  chainThrough(urls: readonly string[], timeoutMs?: number): Chain;
  addressOf(key: KeyRef): Promise<string>;
  /** A custodial address that does not exist on the chain. */
  newHolder(): Promise<{ readonly address: string; readonly key: KeyRef }>;
  senderQueue(index: number): Promise<SenderQueue>;
  prepare(operation: ChainOperation, channel?: number, replaces?: FeeOffer): Promise<Sent>;
  /** Sends, closes a ledger, and reads the status. */
  settle(sent: Sent): Promise<TransactionStatus | undefined>;
  close(): Promise<void>;
}

export interface Sent {
  readonly prepared: Prepared;
  readonly senderQueue: SenderQueue;
}

const channels = 2;
const patientMs = 240_000;

export async function openStellarEnvironment(): Promise<StellarEnvironment> {
  const local = await startLocalStellar();
  const signer = createKeystoreSigner({ seed: randomBytes(64), family: "stellar" });
  const chainAt = (urls: readonly string[], timeoutMs: number): Chain =>
    createStellarChain({
      key: { network: "testnet", chain: "stellar" },
      nodes: createNodePool({ urls, timeoutMs, now: () => systemClock.now() }),
      passphrase: local.passphrase,
      signer,
      channels,
      horizon: { url: local.horizonUrl, timeoutMs: patientMs },
    });
  const chain = chainAt([local.url], patientMs);
  const addressOf = async (key: KeyRef): Promise<string> => chain.addressOf(await signer.publicKey(key));
  await local.fund(await addressOf({ role: "gas", index: 0 }));
  await openChannels({ ...local, signer, channels, pauseMs: 10 });
  await local.setClosing(false);
  let holders = 0;
  const env: StellarEnvironment = {
    local,
    signer,
    chain,
    chainThrough: (urls, timeoutMs = patientMs) => chainAt(urls, timeoutMs),
    addressOf,
    newHolder: async () => {
      holders += 1;
      const key: KeyRef = { role: "custody", index: holders };
      return { key, address: await addressOf(key) };
    },
    senderQueue: async (index) => {
      const key: KeyRef = { role: "channel", index };
      const address = await addressOf(key);
      return { key, address, sequence: await chain.nextSequence({ key, address }) };
    },
    prepare: async (operation, channel = 0, replaces) => {
      const senderQueue = await env.senderQueue(channel);
      return { senderQueue, prepared: await chain.prepare(operation, senderQueue, replaces) };
    },
    settle: async ({ prepared, senderQueue }) => {
      await chain.broadcast(prepared.bytes);
      await local.advance();
      return (await chain.statuses([{ ...prepared, senderQueue }]))[0];
    },
    close: () => local.close(),
  };
  return env;
}
