import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthWorld, openAuthWorld, testCause } from "../../test/auth.ts";
import type { Principal } from "../http/principal.ts";
import type { ManagedAccount, ManagingAccount } from "./account.ts";
import { createManagingAccount, type NewManagingAccount } from "./create-managing-account.ts";
import { listManagingAccounts } from "./list-accounts.ts";
import { insertAccount, selectAccount } from "./store.ts";
import { findVisibleAccount, findVisibleAccounts, requireVisibleAccount } from "./visible-account.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await openAuthWorld();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function createManaging(
  { database, ...deps }: AuthWorld,
  request: Omit<NewManagingAccount, "cause">,
): Promise<ManagingAccount> {
  return database.transaction((tx) => createManagingAccount(deps, tx, { ...request, cause: testCause }));
}

async function addManaged(manager: ManagingAccount): Promise<ManagedAccount> {
  const managed: ManagedAccount = {
    ...manager,
    kind: "managed",
    id: world.newId<"account">(),
    managingAccountId: manager.id,
    network: "testnet",
    status: "pending",
  };
  await insertAccount(world.database, managed);
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
    caller: { type: "application", id: world.newId<"application">() },
    accountId: id,
    tenantId,
    network: "testnet",
    scopes: new Set(),
  };
}

test("a managing account is its own tenant, complete at once, and is read back as it was made", async () => {
  const made = await createManaging(world, {
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
    createdAt: world.clock.now(),
  });
  expect(made.tenantId).toBe(made.id);
  expect(await selectAccount(world.database, { tenantId: made.tenantId, accountId: made.id })).toEqual(made);
});

test.each([
  ["an empty name", { name: "  " }, "/name"],
  ["a name without end", { name: "x".repeat(256) }, "/name"],
  ["a name with an invisible character", { name: "Ac\u200bme" }, "/name"],
  ["a name with a control character", { name: "a\u0000b" }, "/name"],
  ["an empty business name", { name: "Acme", businessName: "" }, "/business_name"],
])("%s is refused", async (_name, request, pointer) => {
  const creation = createManaging(world, { ...request, selfAttested: false });
  await expect(creation).rejects.toMatchObject({
    refusal: { code: "validation_failed", errors: [{ pointer }] },
  });
});

test("managing accounts are listed newest first, page by page, without the managed ones", async () => {
  await using alone = await openAuthWorld();
  const made: ManagingAccount[] = [alone.account];
  for (const name of ["B", "C"]) {
    made.unshift(await createManaging(alone, { name, selfAttested: false }));
  }
  await insertAccount(alone.database, {
    ...alone.account,
    kind: "managed",
    id: alone.newId<"account">(),
    managingAccountId: alone.account.id,
    network: "testnet",
  });
  expect(await listManagingAccounts(alone.database)).toEqual(made);
  const [first] = await listManagingAccounts(alone.database, { limit: 1 });
  expect(first).toEqual(made[0]);
  if (first === undefined) throw new Error("no account");
  expect(await listManagingAccounts(alone.database, { olderThan: first.id })).toEqual(made.slice(1));
});

test("an application sees its own account and those it manages, and nothing else exists for it", async () => {
  const managed = await addManaged(world.account);
  const sibling = await addManaged(world.account);
  const stranger = await createManaging(world, { name: "Other", selfAttested: false });
  const manager = principalOf(world.account);
  expect(await findVisibleAccount(world.database, manager, world.account.id)).toEqual(world.account);
  expect(await findVisibleAccount(world.database, manager, managed.id)).toEqual(managed);
  expect(await findVisibleAccount(world.database, manager, stranger.id)).toBeUndefined();
  expect(await findVisibleAccount(world.database, manager, "not an id \0")).toBeUndefined();
  const asked = [stranger.id, managed.id, "not an id \0", world.account.id, managed.id];
  const seen = [managed, world.account].map((account) => [account.id, account] as const);
  expect(await findVisibleAccounts(world.database, manager, asked)).toEqual(new Map(seen));
  expect(await findVisibleAccounts(world.database, manager, ["not an id"])).toEqual(new Map());

  const ofManaged = principalOf(managed);
  expect(await findVisibleAccount(world.database, ofManaged, managed.id)).toEqual(managed);
  for (const hidden of [world.account.id, sibling.id]) {
    expect(await findVisibleAccount(world.database, ofManaged, hidden)).toBeUndefined();
    await expect(requireVisibleAccount(world.database, ofManaged, hidden)).rejects.toMatchObject({
      refusal: { code: "not_found" },
    });
  }
});

test("a managed account exists in the network of its creation and in no other", async () => {
  const managed = await addManaged(world.account);
  for (const owner of [world.account, managed]) {
    const elsewhere: Principal = { ...principalOf(owner), network: "mainnet" };
    expect(await findVisibleAccount(world.database, elsewhere, managed.id)).toBeUndefined();
  }
  const manager: Principal = { ...principalOf(world.account), network: "mainnet" };
  expect(await findVisibleAccount(world.database, manager, world.account.id)).toEqual(world.account);
});

test("an application of a managed account can be made in the account's network alone", async () => {
  const { id: accountId } = await addManaged(world.account);
  await expect(world.createApplication({ accountId, network: "mainnet" })).rejects.toMatchObject({
    refusal: { code: "not_found" },
  });
  const { application } = await world.createApplication({ accountId, network: "testnet" });
  expect(application).toMatchObject({ accountId, network: "testnet" });
});

test("the database itself refuses a managing account outside its own tenant, and a managed one outside its manager's", async () => {
  const stranger = await createManaging(world, { name: "Other", selfAttested: false });
  const misplaced = { ...world.account, id: world.newId<"account">() };
  await expect(insertAccount(world.database, misplaced)).rejects.toThrow(
    /a_managing_account_is_its_own_tenant/,
  );
  const stolen: ManagedAccount = {
    ...misplaced,
    kind: "managed",
    managingAccountId: stranger.id,
    network: "testnet",
  };
  await expect(insertAccount(world.database, stolen)).rejects.toThrow(
    /a_managed_account_belongs_to_its_tenant/,
  );
});
