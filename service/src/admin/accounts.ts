import { createManagingAccount, type ManagingAccount, managingAccounts } from "../accounts/index.ts";
import { hasSeed } from "../chains/custody/seeds.ts";
import { networks } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { custodialAddressesHook } from "./custodial-addresses.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";

export function presentAccount({ id, name, businessName, selfAttested, status, createdAt }: ManagingAccount) {
  return {
    id,
    name,
    business_name: businessName ?? null,
    self_attested: selfAttested,
    status,
    created: formatInstant(createdAt),
  };
}

export interface AccountRequest {
  readonly name: string;
  readonly businessName?: string;
  readonly selfAttested: boolean;
}

/** Also creates its custodial addresses if keys exist; otherwise the service creates them at startup. */
export async function createAccount(admin: AdminContext, request: AccountRequest): Promise<ManagingAccount> {
  const account = await admin.database.transaction((tx) =>
    createManagingAccount(admin, tx, { ...request, cause: admin.cause }),
  );
  await addCustodialAddresses(admin, account);
  return account;
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
export function listAccounts({ database }: AdminContext): Promise<ItemList<ManagingAccount>> {
  return collectStream(managingAccounts.stream(database, {}));
}
