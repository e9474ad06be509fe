import { expect, test } from "vitest";
import { openPayments } from "../../test/payments.ts";
import { findAddresses } from "../addresses/index.ts";
import { addMs } from "../kernel/instant.ts";
import { createListings, type ListingsDeps } from "./listings.ts";

/** A list of which a test says when it is another one, whether the next names are on it, and when they are compared. */
function createList() {
  const list = { sha256: "first", isListed: false, asked: 0, comparing: Promise.resolve() };
  const version = () => ({ version: list.sha256, sha256: list.sha256 });
  const screener = {
    list: version,
    screen: async (subjects: readonly { readonly label: string }[]) => {
      list.asked += 1;
      const outcome = list.isListed ? "hit" : "clear";
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
  } as unknown as ListingsDeps["screener"];
  return { list, screener };
}

async function openBank() {
  const world = await openPayments();
  const [bank] = await findAddresses(world.database, world.scope, [await world.addBank()]);
  if (bank?.medium !== "bank") throw new Error("no bank was added");
  const { list, screener } = createList();
  const listings = createListings({ screener, keyRing: world.keyRing });
  const isListed = async (address = bank) => (await listings.of(world.database, [address])).has(bank.id);
  return { list, bank, isListed, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test("what was found by one list is not believed of the next, not even when that comes in the middle", async () => {
  await using world = await openBank();
  const { list, isListed } = world;
  let go = (): void => {};
  list.comparing = new Promise((resolve) => {
    go = resolve;
  });
  const early = isListed();
  await expect.poll(() => list.asked).toBe(1);
  Object.assign(list, { sha256: "second", isListed: true, comparing: Promise.resolve() });
  expect(await isListed()).toBe(true);
  go();
  await early;
  expect(await isListed()).toBe(true);
});

test("an owner whom a bank has told anew is compared anew", async () => {
  await using world = await openBank();
  const { list, bank, isListed } = world;
  expect(await isListed()).toBe(false);
  list.isListed = true;
  expect(await isListed()).toBe(false);
  expect(await isListed({ ...bank, updatedAt: addMs(bank.updatedAt, 1) })).toBe(true);
});
