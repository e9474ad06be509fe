import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthEnvironment, openAuthEnvironment, testCause } from "../../test/auth.ts";
import { unaudited } from "../../test/unaudited.ts";
import type { Principal } from "../http/principal.ts";
import type { ManagedAccount, ManagingAccount } from "./account.ts";
import { createManagingAccount, type NewManagingAccount } from "./create-managing-account.ts";
import { insertAccount, managingAccounts, selectAccount } from "./store.ts";
import { findVisibleAccount, findVisibleAccounts, requireVisibleAccount } from "./visible-account.ts";

let env: AuthEnvironment;

beforeAll(async () => {
  env = await openAuthEnvironment();
});

afterAll(async () => {
  await env[Symbol.asyncDispose]();
});

function createManaging(
  { database, ...deps }: AuthEnvironment,
  request: Omit<NewManagingAccount, "cause">,
): Promise<ManagingAccount> {
  return database.transaction((tx) => createManagingAccount(deps, tx, { ...request, cause: testCause }));
}

async function addManaged(manager: ManagingAccount): Promise<ManagedAccount> {
  const managed: ManagedAccount = {
    ...manager,
    kind: "managed",
    id: env.newId<"account">(),
    managingAccountId: manager.id,
    network: "testnet",
    status: "pending",
  };
  await insertAccount(unaudited(env.database), managed);
  return managed;
}

function principalOf({
  id,
  tenantId,
}: {
  id: Principal["accountId"];
  tenantId: Principal["tenantId"];
}): Principal {
  return {
    caller: { type: "application", id: env.newId<"application">() },
    accountId: id,
    tenantId,
    network: "testnet",
    scopes: new Set(),
  };
}

test("a managing account is its own tenant, complete immediately, and is read back as created", async () => {
  const made = await createManaging(env, {
    name: " Acme Treasury ",
    businessName: "Acme Incorporated",
    selfAttested: true,
  });
  expect(made).toMatchObject({
    kind: "managing",
    name: "Acme Treasury",
    businessName: "Acme Incorporated",
    selfAttested: true,
    status: "complete",
    createdAt: env.clock.now(),
  });
  expect(made.tenantId).toBe(made.id);
  expect(await selectAccount(env.database, { tenantId: made.tenantId, accountId: made.id })).toEqual(made);
});

test.each([
  ["an empty name", { name: "  " }, "/name"],
  ["an overlong name", { name: "x".repeat(256) }, "/name"],
  ["a name with an invisible character", { name: "Ac\u200bme" }, "/name"],
  ["a name with a control character", { name: "a\u0000b" }, "/name"],
  ["an empty business name", { name: "Acme", businessName: "" }, "/business_name"],
])("%s is refused", async (_name, request, pointer) => {
  const creation = createManaging(env, { ...request, selfAttested: false });
  await expect(creation).rejects.toMatchObject({
    refusal: { code: "validation_failed", errors: [{ pointer }] },
  });
});

test("managing accounts are returned newest first, page by page, without managed accounts", async () => {
  await using alone = await openAuthEnvironment();
  const made: ManagingAccount[] = [alone.account];
  for (const name of ["B", "C"]) {
    made.unshift(await createManaging(alone, { name, selfAttested: false }));
  }
  await insertAccount(unaudited(alone.database), {
    ...alone.account,
    kind: "managed",
    id: alone.newId<"account">(),
    managingAccountId: alone.account.id,
    network: "testnet",
  });
  const found: ManagingAccount[] = [];
  for await (const page of managingAccounts.stream(alone.database, {}, 1)) found.push(...page);
  expect(found).toEqual(made);
});

test("an application sees its own account and those it manages; any other is not found", async () => {
  const managed = await addManaged(env.account);
  const sibling = await addManaged(env.account);
  const stranger = await createManaging(env, { name: "Other", selfAttested: false });
  const manager = principalOf(env.account);
  expect(await findVisibleAccount(env.database, manager, env.account.id)).toEqual(env.account);
  expect(await findVisibleAccount(env.database, manager, managed.id)).toEqual(managed);
  expect(await findVisibleAccount(env.database, manager, stranger.id)).toBeUndefined();
  expect(await findVisibleAccount(env.database, manager, "not an id \0")).toBeUndefined();
  const ids = [stranger.id, managed.id, "not an id \0", env.account.id, managed.id];
  const seen = [managed, env.account].map((account) => [account.id, account] as const);
  expect(await findVisibleAccounts(env.database, manager, ids)).toEqual(new Map(seen));
  expect(await findVisibleAccounts(env.database, manager, ["not an id"])).toEqual(new Map());

  const ofManaged = principalOf(managed);
  expect(await findVisibleAccount(env.database, ofManaged, managed.id)).toEqual(managed);
  for (const hidden of [env.account.id, sibling.id]) {
    expect(await findVisibleAccount(env.database, ofManaged, hidden)).toBeUndefined();
    await expect(requireVisibleAccount(env.database, ofManaged, hidden)).rejects.toMatchObject({
      refusal: { code: "not_found" },
    });
  }
});

test("a managed account exists only in the network it was created in", async () => {
  const managed = await addManaged(env.account);
  for (const owner of [env.account, managed]) {
    const elsewhere: Principal = { ...principalOf(owner), network: "mainnet" };
    expect(await findVisibleAccount(env.database, elsewhere, managed.id)).toBeUndefined();
  }
  const manager: Principal = { ...principalOf(env.account), network: "mainnet" };
  expect(await findVisibleAccount(env.database, manager, env.account.id)).toEqual(env.account);
});

test("an application of a managed account can be created only in the account's network", async () => {
  const { id: accountId } = await addManaged(env.account);
  await expect(env.createApplication({ accountId, network: "mainnet" })).rejects.toMatchObject({
    refusal: { code: "not_found" },
  });
  const { application } = await env.createApplication({ accountId, network: "testnet" });
  expect(application).toMatchObject({ accountId, network: "testnet" });
});

test("the database refuses an account outside its tenant: its own, or its manager's", async () => {
  const stranger = await createManaging(env, { name: "Other", selfAttested: false });
  const misplaced = { ...env.account, id: env.newId<"account">() };
  await expect(insertAccount(unaudited(env.database), misplaced)).rejects.toThrow(
    /managing_account_is_own_tenant/,
  );
  const stolen: ManagedAccount = {
    ...misplaced,
    kind: "managed",
    managingAccountId: stranger.id,
    network: "testnet",
  };
  await expect(insertAccount(unaudited(env.database), stolen)).rejects.toThrow(
    /managed_account_belongs_to_tenant/,
  );
});
