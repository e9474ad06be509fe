import type { Screener } from "../accounts/index.ts";
import { type Address, type BankAddress, loadBankDetails } from "../addresses/index.ts";
import type { Session } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { ComplianceHold } from "./transfer.ts";

export type Listing = Omit<ComplianceHold, "end">;

/** Which addresses belong to somebody on the sanctions list, by the list in use. */
export interface Listings {
  /** Only those that do. */
  of(session: Session, addresses: readonly Address[]): Promise<ReadonlyMap<string, Listing>>;
}

export interface ListingsDeps {
  readonly screener: Pick<Screener, "screen" | "screenChainAddress" | "list">;
  readonly keyRing: KeyRing;
}

const maxKept = 20_000;
const maxAtOnce = 100;

/** Comparing a name takes milliseconds, so what was found is kept for as long as the list is the same. */
export function createListings({ screener, keyRing }: ListingsDeps): Listings {
  let version = "";
  let current: Kept = new Map();

  const screenOwners = async (session: Session, banks: readonly BankAddress[], kept: Kept): Promise<void> => {
    const details = await loadBankDetails({ keyRing }, session, banks);
    for (let begin = 0; begin < banks.length; begin += maxAtOnce) {
      const some = banks.slice(begin, begin + maxAtOnce);
      // Nobody has said whether the owner is a person or a business, so it is compared as both.
      const subjects = some.flatMap(({ id }) => {
        const names = [details.get(id)?.owner ?? ""];
        return (["business", "person"] as const).map((kind) => ({ label: id, kind, names }));
      });
      const results = await screenInParts(screener, subjects);
      for (const bank of some) {
        const hit = results.find((result) => result.label === bank.id && result.outcome === "hit");
        kept.set(keyOf(bank), hit === undefined ? undefined : listingOf(hit));
      }
    }
  };

  return {
    of: async (session, addresses) => {
      const { sha256 } = screener.list();
      // A new map, so that whoever is still comparing with the old list writes nothing into the new one.
      if (sha256 !== version || current.size > maxKept) current = new Map();
      version = sha256;
      const kept = current;
      const banks = addresses.filter((address): address is BankAddress => address.medium === "bank");
      await screenOwners(
        session,
        banks.filter((bank) => !kept.has(keyOf(bank))),
        kept,
      );
      const found = new Map<string, Listing>();
      for (const address of addresses) {
        const listing =
          address.medium === "bank" ? kept.get(keyOf(address)) : listedOnChain(screener, address);
        if (listing !== undefined) found.set(address.id, listing);
      }
      return found;
    },
  };
}

/** By the address at a bank; undefined for one that is on no list. */
type Kept = Map<string, Listing | undefined>;

/** Whoever links an account may find out that it has another owner, and the address has changed then. */
function keyOf({ id, updatedAt }: BankAddress): string {
  return `${id} ${updatedAt}`;
}

type Subjects = Parameters<Screener["screen"]>[0];
type Results = Awaited<ReturnType<Screener["screen"]>>;

async function screenInParts(screener: ListingsDeps["screener"], subjects: Subjects): Promise<Results> {
  const results: Results[number][] = [];
  for (let begin = 0; begin < subjects.length; begin += maxAtOnce) {
    results.push(...(await screener.screen(subjects.slice(begin, begin + maxAtOnce))));
  }
  return results;
}

function listedOnChain(
  screener: ListingsDeps["screener"],
  address: Exclude<Address, BankAddress>,
): Listing | undefined {
  if (address.kind === "internal") return undefined;
  const result = screener.screenChainAddress(address.onChainAddress);
  return result.outcome === "hit" ? listingOf(result) : undefined;
}

function listingOf({ list, hits }: Results[number]): Listing {
  return { listVersion: list.version, hitUids: hits.map(({ uid }) => uid) };
}
