import { expect, test } from "vitest";
import { startTestApi } from "../../test/api.ts";
import { addToken } from "../../test/token-holders.ts";
import { readConfig } from "../config.ts";
import { requireChains } from "./require-chains.ts";

test("a chain with tokens cannot be removed from the settings, only turned off", async () => {
  const api = await startTestApi();
  try {
    const none = readConfig({}).chains;
    await expect(requireChains(api.database, none)).resolves.toBeUndefined();
    await addToken(api, { issuer: undefined, valueType: "POLY", kind: "fiat_backed", chains: ["polygon"] });
    await expect(requireChains(api.database, none)).rejects.toThrow(/has tokens on polygon/);
    const off = { CHAINS_EVM: "polygon", CHAIN_TESTNET_POLYGON_RPC_URLS: "off" };
    await expect(requireChains(api.database, readConfig(off).chains)).resolves.toBeUndefined();
  } finally {
    await api.stop();
  }
});
