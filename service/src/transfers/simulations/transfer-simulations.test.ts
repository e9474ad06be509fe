import { afterAll, beforeAll, expect, test } from "vitest";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, openFixture, type TestTokens, wireIn } from "../../../test/transfer-fixture.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

test.each(["settle", "reject"])("%s needs no body", async (name) => {
  const fixture = await openFixture(api, tokens);
  const id = await fixture.create("100", wireIn, fixture.on(fixture.anna));
  const response = await fixture.post(`/simulations/transfers/${id}/${name}`, undefined);
  expect(response).toMatchObject({
    status: 409,
    body: { detail: "the transfer has no payment at the bank" },
  });
  // A wire from the payer is never an entry of ours, so that a client would retry without end.
  expect(response.headers.get("retry-after")).toBeNull();
});
