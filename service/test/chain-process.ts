import { createDatabase } from "../src/db/pool.ts";
import { openChainParts } from "./chain-parts.ts";
import type { ChainVictimSettings } from "./chain-victim.ts";
import { createListedAddresses } from "./listed-addresses.ts";

/* A node of its own that does the work of one chain and looks for its deposits, from the moment it is told to. */

const { target, masterKey, environment, chainName } = JSON.parse(process.argv[2] ?? "") as ChainVictimSettings;
const leaseMs = 200;
const database = createDatabase({
  connection: target,
  maxConnections: 5,
  maxWaiting: 1_000,
  acquireTimeoutMs: 20_000,
  statementTimeoutMs: 20_000,
  applicationName: "florin chain process",
});
const { screener } = await createListedAddresses();
const world = await openChainParts({
  chainName,
  database,
  target,
  masterKey: Buffer.from(masterKey, "hex"),
  environment,
  screener,
});
const onError = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`);
};
process.once("message", () => {
  world.engine({ leaseMs, onError }).start();
  world.scanner({ leaseMs, onError }).start();
});
process.send?.("ready");
