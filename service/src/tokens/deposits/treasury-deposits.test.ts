import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createSanctionedAddresses } from "../../../test/sanctioned-addresses.ts";
import { addAddress, addToken, contractOf } from "../../../test/token-holders.ts";
import { booksOf } from "../../../test/token-movements.ts";
import { eventTypesOf } from "../../../test/tokens.ts";
import { createManagingAccount } from "../../accounts/index.ts";
import { createEventLog } from "../../events/index.ts";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { createDepositOwner } from "./credit-deposits.ts";
import { releaseDeposit } from "./release-deposit.ts";
import { heldDeposits } from "./store.ts";

const sender = "0x1111111111111111111111111111111111111111";

test("treasury deposits are credited to the treasury and publish no event", async () => {
  await using env = await openEnvironment();
  await env.receive(env.treasury, 7n);
  await env.receive(env.customer, 5n);
  expect(await env.posted()).toEqual({
    [`treasury/${env.treasury}/base/USDC`]: 7n,
    [`wallet/${env.customer}/base/USDC`]: 5n,
    "external//base/USDC": -12n,
  });
  expect(await env.events()).toEqual(["deposit.completed"]);
});

test("a treasury deposit from a sanctioned sender is held, then released to the treasury", async () => {
  await using env = await openEnvironment();
  await env.list(sender);
  await env.receive(env.treasury, 7n);
  expect(await env.posted()).toMatchObject({ [`suspense/${env.treasury}/base/USDC`]: 7n });
  const [held] = (await heldDeposits.read(env.database, {}, { limit: 10 })).items;
  await env.release(held?.id ?? "");
  expect(await env.posted()).toEqual({
    [`treasury/${env.treasury}/base/USDC`]: 7n,
    "external//base/USDC": -7n,
  });
  expect(await env.events()).toEqual([]);
});

async function openEnvironment() {
  const { database, drop } = await createTestDatabase();
  const newId = createIdFactory(systemClock);
  const eventLog = createEventLog({ clock: systemClock, newId, wakeUp: { nudge: () => {} } });
  const sanctioned = await createSanctionedAddresses();
  const deps = { clock: systemClock, newId, eventLog, screener: sanctioned.screener };
  const input = { name: "Acme", selfAttested: false, cause: testCause };
  const { id: accountId, tenantId } = await database.transaction((tx) =>
    createManagingAccount(deps, tx, input),
  );
  await addToken(
    { database },
    { issuer: undefined, valueType: "USDC", kind: "third_party", chains: ["base"] },
  );
  const scope = { tenantId, network: "testnet" } as const;
  const owner = createDepositOwner(deps);
  let received = 0;
  return {
    database,
    treasury: await addAddress({ database }, { accountId, purpose: "treasury" }),
    customer: await addAddress({ database }, { accountId }),
    list: sanctioned.list,
    receive: async (addressId: string, units: bigint) => {
      received += 1;
      const deposit = {
        chain: "base",
        addressId,
        contract: contractOf("USDC", "base"),
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
