import type { RowOf } from "../../db/table.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { BankRail } from "../../rails/rail.ts";
import type { BankAddress } from "../address.ts";
import { alreadyThere } from "../already-there.ts";
import { inOrder } from "../read-transfer-types.ts";
import type { bankLinks } from "../tables.ts";
import type { BankLinkProvider } from "./provider.ts";

/** How the bank account of an address was, or is being, linked. Its verification status is in the address. */
export type BankLink = PageLink | DepositLink;

export interface PageLink extends LinkFields {
  readonly provider: "sandbox";
}

export interface DepositLink extends LinkFields {
  readonly provider: "micro_deposits";
  readonly amountsDigest: Buffer;
  readonly triesLeft: number;
}

export type ProviderName = BankLinkProvider["name"];

type LinkFields = Omit<RowOf<typeof bankLinks>, "provider" | "amountsDigest" | "triesLeft">;

interface Input {
  readonly rails: readonly BankRail[];
  readonly now: Instant;
}

/** Applies a link to an existing bank account. A link that adds nothing is a conflict. */
export function linkPresent(
  present: BankAddress,
  { needsUpdate, ...input }: Input & { readonly needsUpdate: boolean },
): BankAddress | Refusal {
  const isMissing = input.rails.some((rail) => !present.transferTypes.includes(rail));
  const isUpdate =
    present.verification !== "verified" || present.debitBlockCode !== undefined || needsUpdate || isMissing;
  return isUpdate ? withLink(present, "verified", input) : alreadyThere(present, input.rails);
}

/** The owner has verified the account again. */
export function renewLink(present: BankAddress, input: Input): BankAddress | Refusal {
  return withLink(present, "verified", input);
}

/**
 * A manually added bank account is pending like a new one, and so is one whose debits are blocked. It can be paid
 * meanwhile.
 */
export function awaitDeposits(present: BankAddress, input: Input): BankAddress | Refusal {
  const { id, verification, debitBlockCode } = present;
  const isBlocked = verification === "verified" && debitBlockCode !== undefined;
  if (verification === undefined || isBlocked) return withLink(present, "pending", input);
  const conflict = alreadyThere(present, []);
  if (verification === "verified") return conflict;
  const why =
    verification === "pending"
      ? "its micro deposits are waiting for confirmation"
      : "its micro deposits were not confirmed and are not sent again";
  return refuse("conflict", `this is already an address of this account: ${id}; ${why}`);
}

function withLink(
  present: BankAddress,
  verification: "pending" | "verified",
  { rails, now }: Input,
): BankAddress | Refusal {
  if (present.status === "archived") return alreadyThere(present, []);
  const transferTypes = inOrder([...new Set([...present.transferTypes, ...rails])]);
  const isVerified = verification === "verified";
  const debitBlockCode = isVerified ? undefined : present.debitBlockCode;
  // The bank has confirmed the account, so that a returned prenote is outdated.
  const prenote = isVerified && present.prenote === "returned" ? undefined : present.prenote;
  return { ...present, verification, debitBlockCode, prenote, transferTypes, updatedAt: now };
}
