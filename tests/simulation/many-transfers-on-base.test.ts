import { test } from "vitest";
import { manyTransfers, moveManyAtOnce } from "../../service/test/many-transfers.ts";

test(`${manyTransfers} concurrent transfers on base all complete, and nothing is stuck`, async () => {
  await moveManyAtOnce("base", manyTransfers);
});
