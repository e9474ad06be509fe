import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestTokens, openParty, type TestTokens, wireIn } from "../../../test/transfer-party.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-world.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

test.each(["settle", "reject"])("%s has nothing to say, and needs no body", async (name) => {
  const party = await openParty(api, tokens);
  const id = await party.create("100", wireIn, party.on(party.anna));
  const answer = await party.post(`/simulations/transfers/${id}/${name}`, undefined);
  expect(answer).toMatchObject({
    status: 409,
    body: { detail: "the transfer has ordered no payment at the bank" },
  });
});
