import { findAccount } from "../accounts/index.ts";
import { chainNames } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import { type AccountId, type Network, parseId, type TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { bankRails } from "../rails/rail.ts";

/** Whose terms an operator speaks of, as it was written down: all accounts of a tenant, or one of them; any way, or one. */
export interface TermWish {
  readonly managingAccountId: string;
  readonly network: Network;
  readonly accountId: string | undefined;
  readonly transferType: string | undefined;
}

export interface TermScope {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId | undefined;
  readonly transferType: string | undefined;
}

/** The same, once it is known that all of it exists. */
export async function requireTermScope(session: Session, wish: TermWish): Promise<TermScope> {
  const { network } = wish;
  const tenantId = await requireTenant(session, wish.managingAccountId);
  const transferType = readWay(wish);
  if (wish.accountId === undefined) return { tenantId, network, accountId: undefined, transferType };
  const accountId = parseId<"account">(wish.accountId);
  const account = accountId && (await findAccount(session, { tenantId, accountId }));
  if (account === undefined || (account.kind === "managed" && account.network !== network)) {
    throw new RefusalError(refuse("not_found", `it manages no such account on ${network}`));
  }
  return { tenantId, network, accountId: account.id, transferType };
}

/** A managing account, which is its own tenant. */
export async function requireTenant(session: Session, managingAccountId: string): Promise<TenantId> {
  const accountId = parseId<"account">(managingAccountId);
  const tenantId = parseId<"tenant">(managingAccountId);
  if (accountId !== undefined && tenantId !== undefined) {
    const account = await findAccount(session, { tenantId, accountId });
    if (account?.kind === "managing") return tenantId;
  }
  throw new RefusalError(refuse("not_found", "there is no such managing account"));
}

const pointer = "/transfer_type";
const ways: readonly string[] = [...chainNames, ...bankRails];

function readWay({ transferType }: TermWish): string | undefined {
  if (transferType === undefined) return undefined;
  if (ways.includes(transferType)) return transferType;
  const detail = `must be one of ${ways.join(", ")}`;
  throw new RefusalError(
    refuse("validation_failed", `transfer_type ${detail}`, { errors: [{ pointer, detail }] }),
  );
}
