import { test } from "vitest";
import { moveManyAtOnce } from "../../test/many-transfers.ts";

test("500 transfers that come at once are all done on base, and nothing is stuck", async () => {
  await moveManyAtOnce("base", 500);
}, 150_000);
