import { describe, expect, test } from "vitest";
import { parseAddress } from "./address.ts";

describe("an address", () => {
  test("a wallet address is accepted", () => {
    const address = "FNJymATdPDPuhDCCss2a5pHjMDWeZC86DrnYdVn7dwia";
    expect(parseAddress(address)).toEqual({ ok: true, address });
  });

  test.each([
    ["no text", "", "32 bytes"],
    ["another chain's address", "0x52908400098527886E0F7030069857D2E4169EE7", "32 bytes"],
    ["a character outside base58", "FNJymATdPDPuhDCCss2a5pHjMDWeZC86DrnYdVn7dwi0", "32 bytes"],
    ["too many bytes", "FNJymATdPDPuhDCCss2a5pHjMDWeZC86DrnYdVn7dwiaa", "32 bytes"],
    ["too few bytes", "FNJymATdPDPuhDCCss2a5pHj", "32 bytes"],
    ["a leading space", " FNJymATdPDPuhDCCss2a5pHjMDWeZC86DrnYdVn7dwia", "32 bytes"],
    ["the system program", "11111111111111111111111111111111", "system program"],
    // An associated token account: no key can ever sign for it.
    ["a program-derived address", "9FdMqSgG3vHYKr1NcsXBne42JgZG7Mg6K2AoF4Gtrfrk", "belongs to a program"],
  ])("%s is rejected with a reason", (_, text, reason) => {
    const outcome = parseAddress(text);
    expect(outcome.ok ? "" : outcome.detail).toContain(reason);
  });
});
