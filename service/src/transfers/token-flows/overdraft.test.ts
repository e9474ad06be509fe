import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { addAddress, addToken } from "../../../test/token-holders.ts";
import {
  booksOf,
  done,
  faultsOf,
  fund,
  type MovementApi,
  paused,
  post,
  startMovementApi,
} from "../../../test/token-movements.ts";

let api: MovementApi;

beforeAll(async () => {
  api = await startMovementApi();
});

afterAll(() => api.stop());

interface Environment {
  readonly client: TestClient;
  readonly addresses: readonly string[];
  end(place: number, chain?: string): { address_id: string; value_type: string; transfer_type: string };
}

let envs = 0;

/** A tenant with three custodial addresses and one external. */
async function openEnvironment(): Promise<Environment> {
  const client = await api.createClient({ selfAttested: true });
  const { accountId } = client;
  envs += 1;
  const valueType = `RACE${envs}`;
  await addToken(api, { issuer: accountId, valueType });
  const addresses: string[] = [];
  for (const kind of ["internal", "internal", "internal", "external"] as const) {
    addresses.push(await addAddress(api, { accountId, kind }));
  }
  const end = (place: number, transfer_type = "base") => ({
    address_id: addresses[place] ?? "",
    value_type: valueType,
    transfer_type,
  });
  return { client, addresses, end };
}

function count<T>(items: readonly T[], requestedMovement: T): number {
  return items.filter((item) => item === requestedMovement).length;
}

test("two hundred concurrent transfers are accepted and settled together", async () => {
  const { client, end } = await openEnvironment();
  await fund(api, client, end(0), "200");
  const body = { amount: "1", source: end(0), destination: end(1) };
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => post(api, { client }, "transfers", body)),
  );
  expect(
    count(
      responses.map(({ status }) => status),
      201,
    ),
  ).toBe(200);
  const works = (await api.worksOf(client.accountId)).filter(
    ({ operation }) => operation.kind === "transfer",
  );
  await api.settle(works, done);
  const books = Object.values(await booksOf(api.database, client.accountId));
  expect(books).toEqual([
    { posted: -200_000_000n, held: 0n },
    { posted: 200_000_000n, held: 0n },
  ]);
});

test("concurrent requests never exceed the balance", async () => {
  const { client, end } = await openEnvironment();
  await fund(api, client, end(0), "100");
  const kinds = ["transfers", "burns", "transfers", "transfers"] as const;
  const responses = await Promise.all(
    Array.from({ length: 120 }, (_, index) => {
      const plural = kinds[index % kinds.length] ?? "transfers";
      const destination = plural === "burns" ? {} : { destination: end(index % 2 === 0 ? 1 : 3) };
      return post(api, { client }, plural, { amount: "3", source: end(0), ...destination });
    }),
  );
  const statuses = responses.map(({ status }) => status);
  expect([count(statuses, 201), count(statuses, 422)]).toEqual([33, 87]);
  const refused = responses.filter(({ status }) => status === 422);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["insufficient_balance"]));
  const held = Object.values(await booksOf(api.database, client.accountId)).map((balance) => balance.held);
  expect(held).toContain(99_000_000n);
  expect(await faultsOf(api.database, client.accountId)).toEqual([]);
});

const step = fc.record({
  plural: fc.constantFrom("transfers", "transfers", "mints", "burns"),
  from: fc.integer({ min: 0, max: 2 }),
  to: fc.integer({ min: 0, max: 3 }),
  fromChain: fc.constantFrom("base", "ethereum"),
  toChain: fc.constantFrom("base", "ethereum"),
  amount: fc.integer({ min: 1, max: 60 }),
  outcomes: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
});

test("random concurrent movements with random outcomes keep the ledger sound and lose nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const { client, end } = await openEnvironment();
      await fund(api, client, end(0), "100");
      await Promise.all(
        steps.map(async ({ plural, from, to, fromChain, toChain, amount, outcomes }) => {
          const source = plural === "mints" ? {} : { source: end(from, fromChain) };
          const destination = plural === "burns" ? {} : { destination: end(to, toChain) };
          const body = { amount: `${amount}`, ...source, ...destination };
          const { status, body: response } = await post(api, { client }, plural, body);
          expect([201, 422]).toContain(status);
          if (status !== 201) return;
          for (const isGood of outcomes)
            await api.settle([await api.workOf(response.id)], isGood ? done : paused);
        }),
      );
      expect(await faultsOf(api.database, client.accountId)).toEqual([]);
      const books = Object.entries(await booksOf(api.database, client.accountId));
      expect(books.reduce((sum, [, { posted }]) => sum + posted, 0n)).toBe(0n);
      expect(books.filter(([, { held }]) => held !== 0n)).toEqual([]);
    }),
    { numRuns: 6 },
  );
});
