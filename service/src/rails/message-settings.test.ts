import { expect, test } from "vitest";
import { profileOf } from "./message-settings.ts";

test("a rail has the profile of its network only if the bank expects it", () => {
  const named = (profiles: Parameters<typeof profileOf>[0]["profiles"]) =>
    (["wire", "rtp", "fednow"] as const).map((system) => {
      const { name, clearingSystem } = profileOf({ profiles }, system);
      return `${name} ${clearingSystem}`;
    });
  expect(named(["generic"])).toEqual(["generic FDW", "generic RTP", "generic FDN"]);
  expect(named(["fedwire"])).toEqual(["fedwire FDW", "generic RTP", "generic FDN"]);
  expect(named(["rtp"])).toEqual(["generic FDW", "rtp TCH", "generic FDN"]);
  expect(named(["fedwire", "rtp", "fednow"])).toEqual(["fedwire FDW", "rtp TCH", "fednow FDN"]);
});
