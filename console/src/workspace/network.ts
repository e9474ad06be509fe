export const networks = ["testnet", "mainnet"] as const;
export type Network = (typeof networks)[number];

export function isNetwork(text: unknown): text is Network {
  return networks.some((network) => network === text);
}
