import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { withClient } from "../../service/src/db/client.ts";
import type { EmbeddedServer, SocketTarget } from "../../service/src/db/embedded/index.ts";
import { createDatabaseCpuMeter } from "../ledger/database-cpu.ts";
import type { Progress } from "../ledger/progress.ts";
import { warmUp } from "../measure.ts";
import { countTransfers } from "./books-store.ts";
import { openCheckout } from "./checkout.ts";
import { countCalls } from "./counted-calls.ts";
import type { Load } from "./load.ts";
import type { BenchOptions } from "./options.ts";
import { serviceVariant } from "./service-variant.ts";
import type { OpenedVariant, Variant } from "./variant.ts";
import { measurePairs, type WindowPair } from "./window-pairs.ts";

export interface AgainstFigure {
  readonly load: Load;
  readonly callers: number;
  readonly pairs: readonly WindowPair[];
}

export interface AgainstSetting {
  readonly server: EmbeddedServer;
  readonly options: BenchOptions;
  /** The other checkout. */
  readonly folder: string;
  readonly closers: (() => Promise<void>)[];
  readonly progress: Progress;
}

interface Side {
  readonly name: string;
  readonly target: SocketTarget;
  readonly variant: Variant;
}

interface PairSetting extends AgainstSetting {
  readonly own: Side;
  readonly other: Side;
  databaseCpuMs(): Promise<number>;
}

const ownFolder = fileURLToPath(new URL("../..", import.meta.url));

/** The services of two checkouts in turns, on one server with a database each. */
export async function measureAgainst(setting: AgainstSetting): Promise<readonly AgainstFigure[]> {
  const { server, options, folder } = setting;
  const own = await openSide(setting, "own", ownFolder);
  const other = await openSide(setting, "other", resolve(folder));
  for (const { target } of [own, other]) await vacuum(server, target);
  const databaseCpuMs = await createDatabaseCpuMeter(server.adminTarget);
  const figures: AgainstFigure[] = [];
  for (const load of options.loads) {
    for (const callers of options.serviceCallers) {
      const pairs = await measureLoad({ ...setting, own, other, databaseCpuMs }, load, callers);
      figures.push({ load, callers, pairs });
    }
  }
  return figures;
}

/** As by default: a checkout from before this setting has it on. */
const withRequestLog = { REQUEST_LOG_DAYS: "7" };
const historyCallers = 64;
const maxHistoryMs = 60_000;

async function openSide(
  { server, options, closers, progress }: AgainstSetting,
  name: string,
  folder: string,
): Promise<Side> {
  progress(`opening accounts: ${name}, ${folder}`);
  const target = { ...server.target, database: `bench_${name}` };
  await withClient(server.adminTarget, "florin bench", async (client) => {
    await client.query(`CREATE DATABASE ${target.database} OWNER ${target.user}`);
  });
  const { accounts, tenants, serviceCallers, history } = options;
  const masterKeyHex = randomBytes(32).toString("hex");
  const database = { target, masterKeyHex, accounts, tenants };
  const checkout = await openCheckout({ folder, ...database, environment: withRequestLog });
  closers.push(() => checkout.server.stop());
  await vacuum(server, target);
  const variant = serviceVariant(checkout.server, checkout.env, serviceCallers);
  const opened = await variant.open("spread", historyCallers);
  try {
    await warmUp(opened.callers, { requests: history, ms: maxHistoryMs });
  } finally {
    await opened.close();
  }
  return { name, target, variant };
}

/** Without statistics the planner may scan a whole table that it believes to be small. */
function vacuum({ adminTarget }: EmbeddedServer, { database }: SocketTarget): Promise<void> {
  return withClient({ ...adminTarget, database }, "florin bench", async (client) => {
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
  });
}

async function measureLoad(
  { own, other, options, databaseCpuMs, progress }: PairSetting,
  load: Load,
  callers: number,
): Promise<readonly WindowPair[]> {
  const opened = {
    own: await openCounted(own, load, callers),
    other: await openCounted(other, load, callers),
  };
  try {
    const name = `${load}, ${callers} callers`;
    const pairs = await measurePairs(opened, { ...options, name, databaseCpuMs, progress });
    await opened.own.check();
    await opened.other.check();
    return pairs;
  } finally {
    await opened.own.close();
    await opened.other.close();
  }
}

/** The figures count only if each acknowledged transfer, and no other, was stored. */
async function openCounted(
  { variant, target, name }: Side,
  load: Load,
  callers: number,
): Promise<OpenedVariant & { check(): Promise<void> }> {
  const before = await countTransfers(target);
  const opened = await variant.open(load, callers);
  const counted = countCalls(opened.callers);
  return {
    ...opened,
    callers: counted.callers,
    check: async () => {
      const stored = (await countTransfers(target)) - before;
      if (stored === counted.accepted()) return;
      throw new Error(`${name}: ${stored} transfers were stored, ${counted.accepted()} accepted`);
    },
  };
}
