import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { openTerms, type TermsWorld } from "../../../test/transfer-terms.ts";
import { readAudit } from "../../audit/index.ts";
import { removeFee, type SetFee, setFee } from "./change-fees.ts";
import { feeCents } from "./fee-cents.ts";
import { loadFees } from "./store.ts";

test("a price that is set is what a transfer costs, until it is changed or removed", async () => {
  await using world = await openTerms();
  const { database, tenantId, manager, anna, bert } = world;
  const costs = async (accountId = anna) =>
    feeCents(await loadFees(database, tenantId), {
      flow: "onramp",
      network: "testnet",
      accountId,
      transferTypes: ["wire", "base"],
      cents: 100_000n,
    });
  expect(await costs()).toBe(0n);
  await set(world, { flatCents: 100n, basisPoints: 10 });
  const own = await set(world, { accountId: anna, flatCents: 50n, maximumCents: 60n, transferType: "wire" });
  expect([await costs(anna), await costs(bert)]).toEqual([50n, 200n]);
  const changed = await set(world, {
    accountId: anna,
    basisPoints: 100,
    maximumCents: 60n,
    transferType: "wire",
  });
  expect(changed.id).toBe(own.id);
  expect(await costs()).toBe(60n);
  const remove = () =>
    database.transaction((tx) =>
      removeFee(world.deps, tx, { cause: testCause, managingAccountId: manager, id: own.id }),
    );
  await remove();
  expect(await costs()).toBe(200n);
  await expect(remove()).rejects.toMatchObject({ refusal: { code: "not_found" } });
  const entries = await readAudit(database, { tenantId, limit: 10 });
  expect(
    entries
      .filter(({ subject }) => subject.id === own.id)
      .map(({ action, accountId, after }) => [action, accountId, after?.["flat"], after?.["basis_points"]]),
  ).toEqual([
    ["transfer_fee.remove", anna, undefined, undefined],
    ["transfer_fee.set", anna, "0.00", 100],
    ["transfer_fee.set", anna, "0.50", 0],
  ]);
});

test("prices of one tenant are nobody else's", async () => {
  await using world = await openTerms();
  await set(world, { flatCents: 100n });
  expect(await loadFees(world.database, world.newId<"tenant">())).toEqual([]);
});

test.each([
  ["a share above all of it", { basisPoints: 10_001 }, "/basis_points"],
  ["a share that is no whole number", { basisPoints: 0.5 }, "/basis_points"],
  ["a maximum below the minimum", { minimumCents: 5n, maximumCents: 4n }, "/maximum"],
  ["a way that does not exist", { transferType: "pigeon" }, "/transfer_type"],
])("%s is refused, and nothing is set", async (_what, wish, pointer) => {
  await using world = await openTerms();
  await expect(set(world, wish)).rejects.toMatchObject({ refusal: { errors: [{ pointer }] } });
  expect(await loadFees(world.database, world.tenantId)).toEqual([]);
});

function set({ database, deps, manager }: TermsWorld, wish: Partial<SetFee>) {
  const free = { flatCents: 0n, basisPoints: 0, minimumCents: 0n, maximumCents: undefined };
  const place = { managingAccountId: manager, network: "testnet", accountId: undefined } as const;
  return database.transaction((tx) =>
    setFee(deps, tx, {
      cause: testCause,
      flow: "onramp",
      transferType: undefined,
      ...free,
      ...place,
      ...wish,
    }),
  );
}
