import { createKeystoreSigner } from "../src/chains/custody/keystore-signer.ts";
import { createChainEngine } from "../src/chains/engine/chain-engine.ts";
import { createEvmChain } from "../src/chains/evm/evm-chain.ts";
import { localChainId, localConfirmations } from "../src/chains/local-chains.ts";
import { createNodePool } from "../src/chains/node-pool.ts";
import { readConfig } from "../src/config.ts";
import { createDatabase } from "../src/db/pool.ts";
import { assert } from "../src/kernel/assert.ts";
import { systemCause } from "../src/kernel/cause.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { openSeeds } from "../src/startup/open-seeds.ts";
import { transfersChainOwner } from "../src/transfers/chain-owner.ts";
import { patientPool } from "./calm-limits.ts";
import type { ChainProcessUnderTestSettings } from "./chain-process-under-test.ts";
import { tokenOwnerDeps } from "./token-owner.ts";

/* A separate node that executes token movements on base, and nothing else, so that it starts quickly. */

const settings = JSON.parse(process.argv[2] ?? "") as ChainProcessUnderTestSettings;
const [clock, newId] = [systemClock, createIdFactory(systemClock)];
const wakeUp = { nudge: () => undefined, listen: () => () => undefined };
const database = createDatabase({
  connection: settings.target,
  maxConnections: 5,
  maxWaiting: 1_000,
  ...patientPool,
  applicationName: "florin chain process",
});
const keyRing = createKeyRing(Buffer.from(settings.masterKey, "hex"));
const parts = { config: readConfig({}), database, keyRing, clock, newId };
const { testnet: seed } = await openSeeds(parts, systemCause("test"));
assert(seed !== undefined, "testnet has its seed");
const signer = createKeystoreSigner({ seed, family: "evm" });
const chain = createEvmChain({
  key: { network: "testnet", chain: "base" },
  nodes: createNodePool({ urls: [settings.nodeUrl], timeoutMs: 10_000, now: () => clock.now() }),
  chainId: localChainId({ network: "testnet", chain: "base" }),
  signer,
  finality: { confirmations: localConfirmations },
  now: () => clock.now(),
});
const engine = createChainEngine({
  chain,
  signer,
  database,
  wakeUp,
  clock,
  newId,
  owners: [transfersChainOwner(tokenOwnerDeps({ clock, newId }))],
  patience: settings.patience,
  pollMs: 5,
  leaseMs: settings.leaseMs,
  report: () => undefined,
  onError: (error) => process.stderr.write(`${String(error)}\n`),
});
process.once("message", () => engine.start());
// The parent process is gone.
process.once("disconnect", () => process.exit());
process.send?.("ready");
