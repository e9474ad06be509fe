import type { Screener } from "../accounts/index.ts";
import { type Address, type BankAddress, loadBankDetails } from "../addresses/index.ts";
import type { Session } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { ComplianceHold } from "./transfer.ts";

export type SanctionsMatch = Omit<ComplianceHold, "end">;

/** Which addresses have a sanctions match, on the current list. */
export interface SanctionsChecks {
  /** Contains only the addresses with a match. */
  of(session: Session, addresses: readonly Address[]): Promise<ReadonlyMap<string, SanctionsMatch>>;
}

export interface SanctionsChecksDeps {
  readonly screener: Pick<Screener, "screen" | "screenChainAddress" | "list">;
  readonly keyRing: KeyRing;
}

const maxCached = 20_000;
const maxAtOnce = 100;

/** Screening a name takes milliseconds, so results are cached until the list changes. */
export function createSanctionsChecks({ screener, keyRing }: SanctionsChecksDeps): SanctionsChecks {
  let version = "";
  let current: MatchCache = new Map();

  const screenOwners = async (
    session: Session,
    banks: readonly BankAddress[],
    cache: MatchCache,
  ): Promise<void> => {
    const details = await loadBankDetails({ keyRing }, session, banks);
    for (let begin = 0; begin < banks.length; begin += maxAtOnce) {
      const batch = banks.slice(begin, begin + maxAtOnce);
      // The bank data does not say whether the owner is an individual or a business, so screen both.
      const subjects = batch.flatMap(({ id }) => {
        const names = [details.get(id)?.owner ?? ""];
        return (["business", "individual"] as const).map((kind) => ({ label: id, kind, names }));
      });
      const results = await screenInBatches(screener, subjects);
      for (const bank of batch) {
        const hit = results.find((result) => result.label === bank.id && result.outcome === "hit");
        cache.set(screenedVersion(bank), hit === undefined ? undefined : sanctionsMatchOf(hit));
      }
    }
  };

  return {
    of: async (session, addresses) => {
      const { sha256 } = screener.list();
      // A new map, so that a screening that still uses the old list cannot write into the new cache.
      if (sha256 !== version || current.size > maxCached) current = new Map();
      version = sha256;
      const cache = current;
      const banks = addresses.filter((address): address is BankAddress => address.medium === "bank");
      await screenOwners(
        session,
        banks.filter((bank) => !cache.has(screenedVersion(bank))),
        cache,
      );
      const found = new Map<string, SanctionsMatch>();
      for (const address of addresses) {
        const sanctionsMatch =
          address.medium === "bank"
            ? cache.get(screenedVersion(address))
            : sanctionedOnChain(screener, address);
        if (sanctionsMatch !== undefined) found.set(address.id, sanctionsMatch);
      }
      return found;
    },
  };
}

/** By bank address; undefined if there is no match. */
type MatchCache = Map<string, SanctionsMatch | undefined>;

/** Linking an account can reveal another owner; that changes the address, so it is screened again. */
function screenedVersion({ id, updatedAt }: BankAddress): string {
  return `${id} ${updatedAt}`;
}

type Subjects = Parameters<Screener["screen"]>[0];
type Results = Awaited<ReturnType<Screener["screen"]>>;

async function screenInBatches(
  screener: SanctionsChecksDeps["screener"],
  subjects: Subjects,
): Promise<Results> {
  const results: Results[number][] = [];
  for (let begin = 0; begin < subjects.length; begin += maxAtOnce) {
    results.push(...(await screener.screen(subjects.slice(begin, begin + maxAtOnce))));
  }
  return results;
}

function sanctionedOnChain(
  screener: SanctionsChecksDeps["screener"],
  address: Exclude<Address, BankAddress>,
): SanctionsMatch | undefined {
  if (address.kind === "internal") return undefined;
  const result = screener.screenChainAddress(address.onChainAddress);
  return result.outcome === "hit" ? sanctionsMatchOf(result) : undefined;
}

function sanctionsMatchOf({ list, hits }: Results[number]): SanctionsMatch {
  return { listVersion: list.version, hitUids: hits.map(({ uid }) => uid) };
}
