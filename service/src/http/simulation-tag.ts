import type { Tag } from "./route.ts";

/** The section of every endpoint that simulates an external system. */
export const simulationTag: Tag = {
  name: "Simulations",
  description: "Simulate the actions of banks, chains and other external systems. Testnet only.",
};
