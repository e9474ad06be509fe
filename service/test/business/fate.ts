import type { ChainName } from "../../src/chains/chain-name.ts";
import { contractOf } from "../token-holders.ts";
import { selectReturnable } from "./environment-store.ts";
import { foreignToken, ownTokens, type Tenant } from "./found-tenants.ts";
import type { Business } from "./open-business.ts";

const rates = { freeze: 0.4, pause: 0.06, thaw: 0.25, drop: 0.05, reorganise: 0.05, gift: 0.15 } as const;
const lossRate = 0.3;
const returnRate = 0.008;
/** Codes of late returns: mostly consumers who dispute a debit, some funds that were never there. */
const debitCodes = { R10: 5, R01: 3, R11: 1, R07: 1, R29: 1, R02: 1 } as const;
/** Faults occur where they do the most harm. */
const worstMomentRate = 0.15;
const recent = 1_000;

/** External faults: addresses are frozen, blocks reorged, payments returned days after settlement. */
export async function befall(business: Business, tenants: readonly Tenant[]): Promise<void> {
  for (const name of business.chains.keys()) befallChain(business, tenants, name);
  await returnSome(business);
}

function befallChain(
  { chance, chains, weather: { roughness } }: Business,
  tenants: readonly Tenant[],
  name: ChainName,
): void {
  const living = chains.get(name);
  if (living === undefined) return;
  const happens = (rate: number): boolean => chance.happens(rate * roughness);
  const wallets = tenants.flatMap(({ customers }) => customers.flatMap((one) => [...one.wallets.values()]));
  const here = wallets.filter(({ address }) => address.startsWith(name === "solana" ? "solana" : "evm"));
  const holder = chance.oneOf(here)?.address ?? "";
  const contract = contractOf(chance.oneOf([...ownTokens, foreignToken]) ?? foreignToken, name);
  if (happens(rates.freeze)) living.book.freeze(contract, holder);
  if (happens(rates.pause)) living.book.pause(contract);
  if (chance.happens(rates.thaw)) living.book.thaw();
  if (happens(rates.drop)) living.drop(() => chance.happens(lossRate));
  if (happens(rates.reorganise)) living.reorganise(1 + chance.below(2), () => chance.happens(lossRate));
  if (chance.happens(rates.gift)) {
    const units = BigInt(chance.between(1, 2_000_000)) * 10_007n;
    living.arrive({ contract: contractOf(foreignToken, name), from: undefined, to: holder, units });
  }
}

/** Wires and ACH entries are returned, before or long after settlement. */
async function returnSome({ chance, database, sandbox, weather }: Business): Promise<void> {
  for (const { id, traceNumber, rail, isInUse } of await selectReturnable(database, recent)) {
    const rate = isInUse ? worstMomentRate : returnRate;
    if (!chance.happens(rate * weather.roughness)) continue;
    const code = rail === "wire" ? "AC04" : rail.includes("debit") ? chance.weighted(debitCodes) : "R03";
    await database.transaction((tx) =>
      sandbox.simulator.returnEntry(tx, { id, traceNumber }, { code, text: "" }),
    );
  }
}
