import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { BankRail } from "../../rails/rail.ts";
import type { AddressId, BankAddress } from "../address.ts";
import { alreadyThere } from "../already-there.ts";
import { inOrder } from "../read-transfer-types.ts";
import type { BankLinkProvider } from "./provider.ts";

/** How the bank account of an address was linked, or is being. Whether it is verified stands in the address. */
export type BankLink = PageLink | DepositLink;

export interface PageLink extends LinkFields {
  readonly provider: "sandbox";
}

export interface DepositLink extends LinkFields {
  readonly provider: "micro_deposits";
  /** A blind index of the two amounts. */
  readonly amountsDigest: Buffer;
  readonly triesLeft: number;
}

export type ProviderName = BankLinkProvider["name"];

interface LinkFields {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly addressId: AddressId;
  readonly accountId: AccountId;
  /** Where the customer wants to hear of this bank account; a link without one leaves an earlier one as it is. */
  readonly customerWebhookUrl: string | undefined;
  readonly begunAt: Instant;
  readonly updatedAt: Instant;
}

interface Wish {
  readonly rails: readonly BankRail[];
  readonly now: Instant;
}

/** A bank account that is there already gets what the link brings. One that it brings nothing to is a conflict. */
export function linkPresent(
  present: BankAddress,
  { needsUpdate, ...wish }: Wish & { readonly needsUpdate: boolean },
): BankAddress | Refusal {
  const isMissing = wish.rails.some((rail) => !present.transferTypes.includes(rail));
  const isNews = present.verification !== "verified" || needsUpdate || isMissing;
  return isNews ? withLink(present, "verified", wish) : alreadyThere(present, wish.rails);
}

/** The owner has shown again that the account is theirs. */
export function renewLink(present: BankAddress, wish: Wish): BankAddress | Refusal {
  return withLink(present, "verified", wish);
}

/** A bank account that was added by hand waits for its deposits like a new one. It can be paid meanwhile. */
export function awaitDeposits(present: BankAddress, wish: Wish): BankAddress | Refusal {
  const { id, verification } = present;
  if (verification === undefined) return withLink(present, "pending", wish);
  const there = alreadyThere(present, []);
  if (verification === "verified") return there;
  const why =
    verification === "pending"
      ? "its micro deposits wait to be confirmed"
      : "its micro deposits were not confirmed, and are not sent again";
  return refuse("conflict", `this is an address of this account already: ${id}; ${why}`);
}

function withLink(
  present: BankAddress,
  verification: "pending" | "verified",
  { rails, now }: Wish,
): BankAddress | Refusal {
  if (present.status === "archived") return alreadyThere(present, []);
  const transferTypes = inOrder([...new Set([...present.transferTypes, ...rails])]);
  return { ...present, verification, transferTypes, updatedAt: now };
}
