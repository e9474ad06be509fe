import { expect, test } from "vitest";
import { bank, from, fusd, gusd, to, word, xusd, yusd } from "../../test/transfer-samples.ts";
import { flowBetween, settlementAssetOf } from "./route.ts";

const places = {
  bank: [bank, bank],
  "FUSD on base": [from(fusd, "base"), to(fusd, "base")],
  "FUSD on solana": [from(fusd, "solana"), to(fusd, "solana")],
  "GUSD on base": [from(gusd, "base"), to(gusd, "base")],
  "WORD on base": [from(word, "base"), to(word, "base")],
  "WORD on solana": [from(word, "solana"), to(word, "solana")],
  "XUSD on base": [from(xusd, "base"), to(xusd, "base")],
  "XUSD on solana": [from(xusd, "solana"), to(xusd, "solana")],
  "YUSD on base": [from(yusd, "base"), to(yusd, "base")],
} as const;
type Place = keyof typeof places;
const names = Object.keys(places) as Place[];

/** From each place to every place, in the order of `places`: flow and settlement asset, or `-` for no route. */
const table: Readonly<Record<Place, readonly string[]>> = {
  bank: ["-", "onramp $", "onramp $", "onramp $", "-", "-", "-", "-", "-"],
  "FUSD on base": ["offramp $", "payout", "bridge t", "swap $", "-", "-", "swap $", "swap $", "swap $"],
  "FUSD on solana": ["offramp $", "bridge t", "payout", "swap $", "-", "-", "swap $", "swap $", "swap $"],
  "GUSD on base": ["offramp $", "swap $", "swap $", "payout", "-", "-", "swap $", "swap $", "swap $"],
  "WORD on base": ["-", "-", "-", "-", "payout", "bridge t", "-", "-", "-"],
  "WORD on solana": ["-", "-", "-", "-", "bridge t", "payout", "-", "-", "-"],
  "XUSD on base": ["offramp $", "swap $", "swap $", "swap $", "-", "-", "payout", "swap x", "swap x"],
  "XUSD on solana": ["offramp $", "swap $", "swap $", "swap $", "-", "-", "swap x", "payout", "swap x"],
  "YUSD on base": ["offramp $", "swap $", "swap $", "swap $", "-", "-", "swap x", "swap x", "payout"],
};
const signs = { dollars: " $", token: " t", exchange: " x", none: "" } as const;

test.each(names)("%s has routes only to assets of equal value", (name) => {
  const [source] = places[name];
  const routes = names.map((other) => {
    const [, destination] = places[other];
    const flow = flowBetween(source, destination);
    return flow === undefined ? "-" : `${flow}${signs[settlementAssetOf({ flow, source, destination })]}`;
  });
  expect(routes).toEqual(table[name]);
});
