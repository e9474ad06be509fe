import { expect, test } from "vitest";
import { profileOf } from "./message-settings.ts";

test("a rail has the profile of its network only if the bank expects it", () => {
  const named = (profiles: Parameters<typeof profileOf>[0]["profiles"]) =>
    (["wire", "rtp"] as const).map((system) => {
      const { name, clearingSystem } = profileOf({ profiles }, system);
      return `${name} ${clearingSystem}`;
    });
  expect(named(["generic"])).toEqual(["generic FDW", "generic RTP"]);
  expect(named(["fedwire"])).toEqual(["fedwire FDW", "generic RTP"]);
  expect(named(["rtp"])).toEqual(["generic FDW", "rtp TCH"]);
  expect(named(["fedwire", "rtp"])).toEqual(["fedwire FDW", "rtp TCH"]);
});
