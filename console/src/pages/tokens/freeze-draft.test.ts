import { beforeAll, describe, expect, test } from "vitest";
import { setTransferTypes } from "../../kit/transfer-type-words.ts";
import { servedTransferTypes } from "../../kit/transfer-types.fixture.ts";
import {
  type CatalogueToken,
  completedDraft,
  type FreezeDraft,
  freezeChoices,
  uniqueAddresses,
} from "./freeze-draft.ts";

beforeAll(() => setTransferTypes(servedTransferTypes));

const empty: FreezeDraft = { network: "", token: "", chain: "", address: "", reason: "" };
const on = (...chains: readonly string[]) =>
  chains.map((transfer_type) => ({ transfer_type, status: "active" }));
const token = (value_type: string, deployments: object, can_be_frozen = true) =>
  ({ value_type, can_be_frozen, deployments }) as CatalogueToken;
const fusd = token("FUSD", on("base", "stellar"));
const acme = token("ACME", on("base"));
const wallet = { label: "Wallet", address: "0x1", chains: ["base", "ethereum"] };

describe("a freeze form", () => {
  test("selects nothing among alternatives", () => {
    expect(completedDraft(empty, [fusd, acme], [])).toEqual(empty);
    expect(completedDraft({ ...empty, token: "FUSD" }, [fusd, acme], []).chain).toBe("");
  });

  test("selects what has no alternative", () => {
    expect(completedDraft({ ...empty, token: "ACME" }, [fusd, acme], []).chain).toBe("base");
    expect(completedDraft({ ...empty, address: "0x1" }, [fusd], [wallet])).toMatchObject({
      token: "FUSD",
      chain: "base",
    });
  });

  test("selects the token that the address holds or moved", () => {
    const moved = [{ ...wallet, token: "ACME" }];
    expect(completedDraft({ ...empty, address: "0x1" }, [fusd, acme], moved).token).toBe("ACME");
    expect(completedDraft({ ...empty, address: "0x1", token: "FUSD" }, [fusd, acme], moved).token).toBe(
      "FUSD",
    );
  });

  test("offers only tokens that can be frozen, on chains where the address is used", () => {
    const others = [token("USDC", on("base"), false), token("PLAN", [])];
    expect(freezeChoices({ ...empty, token: "FUSD" }, [fusd, ...others], [])).toEqual({
      tokens: ["FUSD"],
      chains: ["base", "stellar"],
    });
    const stellar = { ...wallet, chains: ["stellar"] };
    expect(freezeChoices({ ...empty, address: "0x1" }, [fusd, acme], [stellar]).tokens).toEqual(["FUSD"]);
  });

  test("offers an address that is source and destination once, on the chains of both", () => {
    const source = { label: "Source", address: "0x1", chains: ["base"], token: "ACME" };
    const destination = { label: "Destination", address: "0x1", chains: ["stellar"], token: "FUSD" };
    const offered = uniqueAddresses([source, destination, { ...wallet, address: "0x2" }]);
    expect(offered).toEqual([
      { label: "Source, Destination", address: "0x1", chains: ["base", "stellar"] },
      { ...wallet, address: "0x2" },
    ]);
    const draft = { ...empty, address: "0x1", token: "FUSD" };
    expect(freezeChoices(draft, [fusd], offered).chains).toEqual(["base", "stellar"]);
  });

  test("drops a chain that the next token does not have", () => {
    const draft = { ...empty, token: "ACME", chain: "stellar" };
    expect(completedDraft(draft, [token("ACME", on("base", "ethereum"))], []).chain).toBe("");
  });
});
