import { expect, test } from "vitest";
import { openPayments } from "../../test/payments.ts";
import { findAddresses } from "../addresses/index.ts";
import { addMs } from "../kernel/instant.ts";
import { createSanctionsChecks, type SanctionsChecksDeps } from "./sanctions-checks.ts";

/** A sanctions list whose version, matches and timing the test controls. */
function createList() {
  const list = { sha256: "first", isSanctioned: false, input: 0, comparing: Promise.resolve() };
  const version = () => ({ version: list.sha256, sha256: list.sha256 });
  const screener = {
    list: version,
    screen: async (subjects: readonly { readonly label: string }[]) => {
      list.input += 1;
      const outcome = list.isSanctioned ? "hit" : "clear";
      const results = subjects.map(({ label }) => ({
        label,
        outcome,
        list: version(),
        hits: [{ uid: "7" }],
      }));
      await list.comparing;
      return results;
    },
    screenChainAddress: () => ({ outcome: "clear" }),
  } as unknown as SanctionsChecksDeps["screener"];
  return { list: list, screener };
}

async function openBank() {
  const env = await openPayments();
  const [bank] = await findAddresses(env.database, env.scope, [await env.addBank()]);
  if (bank?.medium !== "bank") throw new Error("no bank address");
  const { list, screener } = createList();
  const sanctionsChecks = createSanctionsChecks({ screener, keyRing: env.keyRing });
  const isSanctioned = async (address = bank) =>
    (await sanctionsChecks.of(env.database, [address])).has(bank.id);
  return { list, bank, isSanctioned, [Symbol.asyncDispose]: () => env[Symbol.asyncDispose]() };
}

test("a result of one list version is not used for the next, even if the list changes while screening", async () => {
  await using env = await openBank();
  const { list, isSanctioned } = env;
  let finishScreening = (): void => {};
  list.comparing = new Promise((resolve) => {
    finishScreening = resolve;
  });
  const early = isSanctioned();
  await expect.poll(() => list.input).toBe(1);
  Object.assign(list, { sha256: "second", isSanctioned: true, comparing: Promise.resolve() });
  expect(await isSanctioned()).toBe(true);
  finishScreening();
  await early;
  expect(await isSanctioned()).toBe(true);
});

test("an owner name that a bank has changed is screened again", async () => {
  await using env = await openBank();
  const { list, bank, isSanctioned } = env;
  expect(await isSanctioned()).toBe(false);
  list.isSanctioned = true;
  expect(await isSanctioned()).toBe(false);
  expect(await isSanctioned({ ...bank, updatedAt: addMs(bank.updatedAt, 1) })).toBe(true);
});
