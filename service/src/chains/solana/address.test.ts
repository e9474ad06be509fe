import { describe, expect, test } from "vitest";
import { parseAddress } from "./address.ts";

describe("an address", () => {
  test("a wallet's address is read as it is written", () => {
    const address = "FNJymATdPDPuhDCCss2a5pHjMDWeZC86DrnYdVn7dwia";
    expect(parseAddress(address)).toEqual({ ok: true, address });
  });

  test.each([
    ["nothing", "", "32 bytes"],
    ["another chain's address", "0x52908400098527886E0F7030069857D2E4169EE7", "32 bytes"],
    ["a letter that base58 has not", "FNJymATdPDPuhDCCss2a5pHjMDWeZC86DrnYdVn7dwi0", "32 bytes"],
    ["too many bytes", "FNJymATdPDPuhDCCss2a5pHjMDWeZC86DrnYdVn7dwiaa", "32 bytes"],
    ["too few bytes", "FNJymATdPDPuhDCCss2a5pHj", "32 bytes"],
    ["space around it", " FNJymATdPDPuhDCCss2a5pHjMDWeZC86DrnYdVn7dwia", "32 bytes"],
    ["the system program", "11111111111111111111111111111111", "system program"],
    // The account of some wallet for some token: no key can ever sign for it.
    ["an account of a program", "9FdMqSgG3vHYKr1NcsXBne42JgZG7Mg6K2AoF4Gtrfrk", "belongs to a program"],
  ])("%s is refused, and it is said why", (_, text, reason) => {
    const verdict = parseAddress(text);
    expect(verdict.ok ? "" : verdict.detail).toContain(reason);
  });
});
