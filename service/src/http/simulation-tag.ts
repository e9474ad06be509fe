import type { Tag } from "./route.ts";

/** The chapter of every endpoint that plays the outside world. */
export const simulationTag: Tag = {
  name: "Simulations",
  description: "What the outside world would do, at your word. Testnet only; on mainnet these do not exist.",
};
