import { test } from "vitest";
import { moveManyAtOnce } from "../../test/many-transfers.ts";

test("500 concurrent transfers on base all complete, and nothing is stuck", async () => {
  await moveManyAtOnce("base", 500);
}, 150_000);
