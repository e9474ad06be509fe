import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { frozen, startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../test/transfer-fixture.ts";

let api: TransferApi;
let fixture: Fixture;
/** Oldest first: a complete payout, a failed swap, a canceled wire, a pending offramp. */
let payout: string;
let swap: string;
let wire: string;
let offramp: string;

beforeAll(async () => {
  const clock = createManualClock();
  api = await startTransferApi({ clock });
  fixture = await openFixture(api, await addTestTokens(api));
  await fixture.fund(fixture.anna, "FUSD", 1_000n);
  payout = await fixture.create("1", fixture.on(fixture.anna), fixture.on(fixture.bert));
  await api.settle(payout, { ok: true, transactionId: "tx-payout", contract: undefined });
  clock.advance(60_000);
  swap = await fixture.create("2", fixture.on(fixture.anna), fixture.on(fixture.sol, "GUSD", "solana"));
  await api.settle(swap, { ok: true, transactionId: "tx-burn", contract: undefined });
  await api.settle(swap, frozen);
  clock.advance(60_000);
  wire = await fixture.create("3", wireIn, fixture.on(fixture.anna));
  await fixture.post(`/transfers/${wire}/cancel`, undefined);
  clock.advance(60_000);
  offramp = await fixture.create("4", fixture.on(fixture.anna), fixture.by("rtp-credit"));
});

afterAll(() => api.stop());

const list = (query: string) => fixture.get(`/transfers?${query}`);

function idsOf(body: { readonly transfers: readonly { readonly id: string }[] }): readonly string[] {
  return body.transfers.map(({ id }) => id);
}

test("transfers are returned newest first, with pages in both directions", async () => {
  const { body } = await list("page[size]=3");
  expect(idsOf(body)).toEqual([offramp, wire, swap]);
  expect(body.pagination).toEqual({ page_size: 3, next: expect.any(String), prev: null });
  const next = await list(`page[size]=3&page[after]=${body.pagination.next}`);
  expect(idsOf(next.body)).toEqual([payout]);
  expect(next.body.pagination.next).toBeNull();
  const back = await list(`page[size]=3&page[before]=${next.body.pagination.prev}`);
  expect(idsOf(back.body)).toEqual([offramp, wire, swap]);
});

test("the list returns the same data as each transfer itself", async () => {
  const { body } = await list("");
  for (const transfer of body.transfers) expect(transfer).toEqual(await fixture.show(transfer.id));
});

describe("filters are exact and combined with AND", () => {
  test.each<[query: string, ids: () => readonly string[]]>([
    ["status=complete", () => [payout]],
    ["status=failed", () => [swap]],
    ["status=canceled", () => [wire]],
    ["status=pending", () => [offramp]],
    ["transfer_type=solana", () => [swap]],
    ["transfer_type=solana_devnet", () => [swap]],
    ["transfer_type=rtp-credit", () => [offramp]],
    ["transfer_type=base&status=canceled", () => [wire]],
    ["value_type=GUSD", () => [swap]],
    ["value_type=USD", () => [offramp, wire]],
    ["transaction_id=tx-payout", () => [payout]],
    ["transaction_id=tx-burn", () => [swap]],
    ["transaction_id=tx-pay", () => []],
    ["automation_id=01JD7Q2M8W3T5V6X9YZABCDEFG", () => []],
    ["created_after=2026-11-15T12:01:00.000Z", () => [offramp, wire]],
    ["created_before=2026-11-15T12:01:00.000Z", () => [payout]],
    ["created_after=2026-11-15T12:00:30Z&created_before=2026-11-15T12:02:30Z", () => [wire, swap]],
    ["status=complete&value_type=GUSD", () => []],
  ])("%s", async (query, ids) => {
    const { status, body } = await list(query);
    expect([status, idsOf(body)]).toEqual([200, ids()]);
  });

  test("address_id matches source and destination", async () => {
    expect(idsOf((await list(`address_id=${fixture.anna}`)).body)).toEqual([offramp, wire, swap, payout]);
    expect(idsOf((await list(`address_id=${fixture.bert}`)).body)).toEqual([payout]);
    expect(idsOf((await list(`address_id=${fixture.checking}&status=pending`)).body)).toEqual([offramp]);
  });

  test.each(["status=processing", "transfer_type=polygon"])("nothing matches %s", async (query) => {
    const { status, body } = await list(query);
    expect([status, idsOf(body)]).toEqual([200, []]);
  });

  test.each([
    ["status=lost", "/query/status"],
    ["address_id=1", "/query/address_id"],
    ["transfer_type=dogechain", "/query/transfer_type"],
    ["created_after=yesterday", "/query/created_after"],
    ["created_before=2026-02-30T00:00:00Z", "/query/created_before"],
    ["colour=red", "/query/colour"],
  ])("an invalid filter is refused: %s", async (query, pointer) => {
    const { status, body } = await list(query);
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });
});
