import { test } from "vitest";
import { moveManyAtOnce } from "../../test/many-transfers.ts";

test("500 transfers that come at once are all done on solana, and nothing is stuck", async () => {
  await moveManyAtOnce("solana", 500);
}, 150_000);
