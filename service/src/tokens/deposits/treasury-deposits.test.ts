import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createListedAddresses } from "../../../test/listed-addresses.ts";
import { addAddress, addToken, contractOf } from "../../../test/token-holders.ts";
import { booksOf } from "../../../test/token-movements.ts";
import { eventTypesOf } from "../../../test/tokens.ts";
import { createManagingAccount } from "../../accounts/index.ts";
import { createEventLog } from "../../events/index.ts";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { createDepositOwner } from "./credit-deposits.ts";
import { releaseDeposit } from "./release-deposit.ts";
import { selectHeldDeposits } from "./store.ts";

const sender = "0x1111111111111111111111111111111111111111";

test("tokens that come to the treasury are the treasury's, and no account is told", async () => {
  await using world = await openWorld();
  await world.receive(world.treasury, 7n);
  await world.receive(world.customer, 5n);
  expect(await world.posted()).toEqual({
    [`treasury/${world.treasury}/base/TUSD`]: 7n,
    [`wallet/${world.customer}/base/TUSD`]: 5n,
    "external//base/TUSD": -12n,
  });
  expect(await world.events()).toEqual(["deposit.completed"]);
});

test("what came to the treasury from a listed sender waits, and is then the treasury's", async () => {
  await using world = await openWorld();
  await world.list(sender);
  await world.receive(world.treasury, 7n);
  expect(await world.posted()).toMatchObject({ [`suspense/${world.treasury}/base/TUSD`]: 7n });
  const [held] = await selectHeldDeposits(world.database, { afterId: "", limit: 10 });
  await world.release(held?.id ?? "");
  expect(await world.posted()).toEqual({
    [`treasury/${world.treasury}/base/TUSD`]: 7n,
    "external//base/TUSD": -7n,
  });
  expect(await world.events()).toEqual([]);
});

async function openWorld() {
  const { database, drop } = await createTestDatabase();
  const newId = createIdFactory(systemClock);
  const eventLog = createEventLog({ clock: systemClock, newId, wakeUp: { nudge: () => {} } });
  const listed = await createListedAddresses();
  const deps = { clock: systemClock, newId, eventLog, screener: listed.screener };
  const wish = { name: "Acme", selfAttested: false, cause: testCause };
  const { id: accountId, tenantId } = await database.transaction((tx) =>
    createManagingAccount(deps, tx, wish),
  );
  await addToken(
    { database },
    { issuer: undefined, valueType: "TUSD", kind: "third_party", chains: ["base"] },
  );
  const scope = { tenantId, network: "testnet" } as const;
  const owner = createDepositOwner(deps);
  let received = 0;
  return {
    database,
    treasury: await addAddress({ database }, { accountId, purpose: "treasury" }),
    customer: await addAddress({ database }, { accountId }),
    list: listed.list,
    receive: async (addressId: string, units: bigint) => {
      received += 1;
      const deposit = {
        chain: "base",
        addressId,
        contract: contractOf("TUSD", "base"),
        units,
        from: sender,
        otherSenders: [],
        to: "0x2222222222222222222222222222222222222222",
        transactionId: `0x${received}`,
        index: 0,
      } as const;
      await database.transaction((tx) => owner.credit(tx, scope, [deposit]));
    },
    release: (id: string) =>
      database.transaction((tx) => releaseDeposit(deps, tx, { id, reason: "known", cause: testCause })),
    posted: async () =>
      Object.fromEntries(
        Object.entries(await booksOf(database, accountId)).map(([path, { posted }]) => [path, posted]),
      ),
    events: () => eventTypesOf(database, { accountId }),
    [Symbol.asyncDispose]: drop,
  };
}
