import { createManagingAccount, listManagingAccounts, type ManagingAccount } from "../accounts/index.ts";
import { hasSeed } from "../chains/custody/seeds.ts";
import { networks } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { custodialAddressesHook } from "./custodial-addresses.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";

/** A managing account as plain values. */
export interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly businessName: string | undefined;
  readonly selfAttested: boolean;
  readonly status: string;
  readonly created: string;
}

export interface AccountRequest {
  readonly name: string;
  readonly businessName?: string;
  readonly selfAttested: boolean;
}

/** Also creates its custodial addresses if keys exist; otherwise the service creates them at startup. */
export async function createAccount(admin: AdminContext, request: AccountRequest): Promise<AccountView> {
  const account = await admin.database.transaction((tx) =>
    createManagingAccount(admin, tx, { ...request, cause: admin.cause }),
  );
  await addCustodialAddresses(admin, account);
  return view(account);
}

async function addCustodialAddresses(
  admin: AdminContext,
  { id: accountId, tenantId }: ManagingAccount,
): Promise<void> {
  const seeded = await Promise.all(networks.map((network) => hasSeed(admin.database, network)));
  if (seeded.includes(false)) return;
  const create = await custodialAddressesHook(admin);
  for (const network of networks) {
    await admin.database.transaction((tx) => create(tx, { tenantId, network, accountId }));
  }
}

/** Managing accounts, newest first. */
export async function listAccounts(admin: AdminContext): Promise<ItemList<AccountView>> {
  const { items, isComplete } = await collectManagingAccounts(admin);
  return { items: items.map(view), isComplete };
}

export function collectManagingAccounts({ database }: AdminContext): Promise<ItemList<ManagingAccount>> {
  return collectPages<ManagingAccount>((last) =>
    listManagingAccounts(database, last === undefined ? {} : { olderThan: last.id }),
  );
}

function view(account: ManagingAccount): AccountView {
  const { id, name, businessName, selfAttested, status, createdAt } = account;
  return { id, name, businessName, selfAttested, status, created: formatInstant(createdAt) };
}
