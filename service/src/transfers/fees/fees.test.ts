import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { openTerms, type TermsEnvironment } from "../../../test/transfer-terms.ts";
import { readAudit } from "../../audit/index.ts";
import { removeFee, type SetFee, setFee } from "./change-fees.ts";
import { loadFees } from "./store.ts";
import { feeCents } from "./transfer-fee.ts";

test("a fee applies until it is changed or removed", async () => {
  await using env = await openTerms();
  const { database, tenantId, manager, anna, bert } = env;
  const costs = async (accountId = anna) =>
    feeCents(await loadFees(database, { tenantId }), {
      flow: "onramp",
      network: "testnet",
      accountId,
      transferTypes: ["wire", "base"],
      cents: 100_000n,
    });
  expect(await costs()).toBe(0n);
  await set(env, { flatCents: 100n, basisPoints: 10 });
  const accountFee = await set(env, {
    accountId: anna,
    flatCents: 50n,
    maximumCents: 60n,
    transferType: "wire",
  });
  expect([await costs(anna), await costs(bert)]).toEqual([50n, 200n]);
  const changed = await set(env, {
    accountId: anna,
    basisPoints: 100,
    maximumCents: 60n,
    transferType: "wire",
  });
  expect(changed.id).toBe(accountFee.id);
  expect(await costs()).toBe(60n);
  const remove = () =>
    database.transaction((tx) =>
      removeFee(env.deps, tx, { cause: testCause, managingAccountId: manager, id: accountFee.id }),
    );
  await remove();
  expect(await costs()).toBe(200n);
  await expect(remove()).rejects.toMatchObject({ refusal: { code: "not_found" } });
  const entries = await readAudit(database, { tenantId, limit: 10 });
  expect(
    entries
      .filter(({ subject }) => subject.id === accountFee.id)
      .map(({ action, accountId, after }) => [action, accountId, after?.["flat"], after?.["basis_points"]]),
  ).toEqual([
    ["transfer_fee.remove", anna, undefined, undefined],
    ["transfer_fee.set", anna, "0.00", 100],
    ["transfer_fee.set", anna, "0.50", 0],
  ]);
});

test("fees of one tenant do not apply to another", async () => {
  await using env = await openTerms();
  await set(env, { flatCents: 100n });
  expect(await loadFees(env.database, { tenantId: env.newId<"tenant">() })).toEqual([]);
});

test.each([
  ["more than 100%", { basisPoints: 10_001 }, "/basis_points"],
  ["fractional basis points", { basisPoints: 0.5 }, "/basis_points"],
  ["a maximum below the minimum", { minimumCents: 5n, maximumCents: 4n }, "/maximum"],
])("%s is refused, and nothing is set", async (_what, fields, pointer) => {
  await using env = await openTerms();
  await expect(set(env, fields)).rejects.toMatchObject({ refusal: { errors: [{ pointer }] } });
  expect(await loadFees(env.database, env)).toEqual([]);
});

function set({ database, deps, manager }: TermsEnvironment, fields: Partial<SetFee>) {
  const free = { flatCents: 0n, basisPoints: 0, minimumCents: 0n, maximumCents: undefined };
  const scope = { managingAccountId: manager, network: "testnet", accountId: undefined } as const;
  return database.transaction((tx) =>
    setFee(deps, tx, {
      cause: testCause,
      flow: "onramp",
      transferType: undefined,
      ...free,
      ...scope,
      ...fields,
    }),
  );
}
