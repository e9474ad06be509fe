import Type, { type Static } from "typebox";
import type { Session } from "../../db/database.ts";
import { DateTimeSchema, named } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { type Network, networks } from "../../kernel/id.ts";
import { type Clock, formatInstant, type Instant } from "../../kernel/instant.ts";
import { createLruMap } from "../../kernel/lru-map.ts";
import { findToken } from "../find-token.ts";
import { countUnexplained, readReport } from "../reserve-reports/report.ts";
import { hasPage, type StoredReport, selectReport, selectReports } from "../reserve-reports/store.ts";
import { type ReservesDeps, readReserves } from "../reserves/read-reserves.ts";
import { presentReserves, ReservesSchema } from "../reserves/reserves-response.ts";
import type { Token } from "../token.ts";
import { isValueType } from "../value-type.ts";

export const TransparencySchema = named(
  "Transparency",
  Type.Object(
    {
      value_type: Type.String(),
      name: Type.String(),
      network: Type.Enum([...networks], { description: "No real money is held for a token on testnet." }),
      currency: Type.String(),
      reserves: ReservesSchema,
      reports: Type.Array(
        Type.Object({
          month: Type.String(),
          number: Type.Integer(),
          as_of: DateTimeSchema,
          chain_supply: Type.String(),
          reserve_net: Type.String(),
          unexplained_differences: Type.Integer(),
          digest: Type.String({ description: "SHA-256 of the signed file." }),
        }),
        { description: "Newest first." },
      ),
      public_keys: Type.Array(Type.String(), { description: "Keys that signed the reports, newest first." }),
    },
    { description: "Public figures of a token: supply, reserve and signed reports." },
  ),
);

export type Transparency = Static<typeof TransparencySchema>;

export interface TransparencyDeps extends ReservesDeps {
  readonly clock: Clock;
  /** Whether tokens of this network have a page without being opened: in a sandbox. */
  readonly isOpenByDefault: (network: Network) => boolean;
}

interface Snapshot {
  readonly token: Token;
  readonly view: Transparency;
}

/** Public figures, computed at most once a minute for each token, so that readers put no load on the database. */
export interface Snapshots {
  /** Undefined if there is no such token or its page is not open. */
  find(valueType: string): Promise<Transparency | undefined>;
  findReport(valueType: string, month: string): Promise<StoredReport | undefined>;
}

export const maxAgeMs = 60_000;
const maxTokens = 1_000;
const maxDocuments = 1_000;
/** Ten years. */
const maxReports = 120;

export function createSnapshots(deps: TransparencyDeps): Snapshots {
  const { clock, database } = deps;
  const snapshots = createLruMap<{ readonly at: Instant; readonly result: Promise<Snapshot | undefined> }>(
    maxTokens,
  );
  const documents = createLruMap<StoredReport>(maxDocuments);
  const find = (valueType: string): Promise<Snapshot | undefined> => {
    if (!isValueType(valueType)) return Promise.resolve(undefined);
    const known = snapshots.get(valueType);
    const at = clock.now();
    if (known !== undefined && Math.abs(at - known.at) < maxAgeMs) return known.result;
    const result = read(deps, valueType);
    snapshots.set(valueType, { at, result });
    // All waiters get this error; the next caller reads again.
    result.catch(() => snapshots.delete(valueType));
    return result;
  };
  return {
    find: async (valueType) => (await find(valueType))?.view,
    findReport: async (valueType, month) => {
      const found = await find(valueType);
      if (found === undefined || !found.view.reports.some((report) => report.month === month))
        return undefined;
      const { network, id: tokenId } = found.token;
      const key = `${tokenId} ${month}`;
      const stored = documents.get(key) ?? (await selectReport(database, { network, tokenId, month }));
      if (stored !== undefined) documents.set(key, stored);
      return stored;
    },
  };
}

async function read(deps: TransparencyDeps, valueType: string): Promise<Snapshot | undefined> {
  const token = await findOpenToken(deps, deps.database, valueType);
  if (token === undefined) return undefined;
  const reserves = presentReserves(await readReserves(deps, token), deps.clock.now());
  const { name, network, currency, id: tokenId } = token;
  const stored = await selectReports(deps.database, { network, tokenId, limit: maxReports });
  const reports = stored.map(readStored);
  const keys = [...new Set(reports.map(({ publicKey }) => publicKey))];
  const summaries = reports.map(({ summary }) => summary);
  return {
    token,
    view: { value_type: valueType, name, network, currency, reserves, reports: summaries, public_keys: keys },
  };
}

/** A token on mainnet takes precedence over a test token of the same name. */
async function findOpenToken(
  { isOpenByDefault }: TransparencyDeps,
  session: Session,
  valueType: string,
): Promise<Token | undefined> {
  for (const network of ["mainnet", "testnet"] as const) {
    const token = await findToken(session, { network, tenantId: undefined }, valueType);
    if (token?.kind !== "fiat_backed") continue;
    if (isOpenByDefault(network) || (await hasPage(session, { network, tokenId: token.id }))) return token;
  }
  return undefined;
}

function readStored({ month, number, asOf, document, digest }: StoredReport) {
  const report = readReport(document);
  assert(report !== undefined, `the stored report of ${month} is a report`);
  const summary = {
    month,
    number,
    as_of: formatInstant(asOf),
    chain_supply: report.supply.chain_supply,
    reserve_net: report.reserve.net,
    unexplained_differences: countUnexplained(report),
    digest: digest.toString("hex"),
  };
  return { summary, publicKey: report.public_key };
}
