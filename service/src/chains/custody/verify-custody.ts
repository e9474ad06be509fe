import type { Session } from "../../db/database.ts";
import type { SenderQueueAddress } from "../chain.ts";
import type { KeyRef } from "../signer.ts";
import type { WalletDeps } from "./create-wallets.ts";
import { deriveAddresses } from "./key-role-addresses.ts";
import { readNextIndex, selectRoles, selectWalletPage } from "./store.ts";
import type { WalletPlace } from "./wallets.ts";

export interface CustodyVerification {
  readonly wallets: number;
  readonly roles: number;
  /** The first mismatches, up to a limit. */
  readonly findings: readonly CustodyFinding[];
  /** Total number of mismatches. */
  readonly findingCount: number;
}

export interface CustodyFinding {
  readonly key: KeyRef;
  readonly kept: string;
  readonly derived: string;
}

const pageSize = 500;
const maxFindings = 20;

/**
 * Derives every key of a family again and compares its address with the stored one. With a seed from a backup it proves
 * that the backup is the right one.
 */
export async function verifyCustody(
  deps: WalletDeps,
  session: Session,
  place: WalletPlace,
): Promise<CustodyVerification> {
  const findings: CustodyFinding[] = [];
  let findingCount = 0;
  const compare = async (kept: readonly SenderQueueAddress[]): Promise<void> => {
    const keys = kept.map(({ key }) => key);
    const derived = await deriveAddresses(deps, place, keys);
    const differing = kept.flatMap(({ key, address }, position) => {
      const other = derived[position]?.address ?? "";
      return other === address ? [] : [{ key, kept: address, derived: other }];
    });
    findingCount += differing.length;
    findings.push(...differing.slice(0, maxFindings - findings.length));
  };
  const roles = await selectRoles(session, place);
  await compare(roles);
  const wallets = await eachPage(session, place, compare);
  return { wallets, roles: roles.length, findings, findingCount };
}

/** Covers the custodial addresses that exist now; later ones are left to the next verification. */
async function eachPage(
  session: Session,
  place: WalletPlace,
  work: (wallets: readonly SenderQueueAddress[]) => Promise<void>,
): Promise<number> {
  const end = await readNextIndex(session, place);
  let count = 0;
  let afterIndex = -1;
  while (afterIndex + 1 < end) {
    const page = await selectWalletPage(session, { ...place, keyIndex: afterIndex, limit: pageSize });
    const last = page.at(-1);
    if (last === undefined) break;
    await work(page.map(({ keyIndex, address }) => ({ key: { role: "custody", index: keyIndex }, address })));
    count += page.length;
    afterIndex = last.keyIndex;
  }
  return count;
}
