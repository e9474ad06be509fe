import type { Tag } from "../../http/route.ts";

export const simulationTag: Tag = {
  name: "Simulations",
  description: "What the outside world would do, at your word. Testnet only; on mainnet these do not exist.",
};
