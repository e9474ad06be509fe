import { createFlorin, type Florin } from "@florin/sdk";

/** A testnet client and its account. */
export interface Client {
  readonly florin: Florin<"testnet">;
  readonly account_id: string;
}

/** From the environment, so that no secret is in an argument or a file of the example. */
export function clientFromEnvironment(): Client {
  const florin = createFlorin({
    network: "testnet",
    baseUrl: setting("FLORIN_API"),
    credentials: { clientId: setting("FLORIN_CLIENT_ID"), clientSecret: setting("FLORIN_CLIENT_SECRET") },
  });
  return { florin, account_id: setting("FLORIN_ACCOUNT_ID") };
}

export function setting(name: string): string {
  const value = process.env[name] ?? "";
  if (value === "") throw new Error(`set ${name}`);
  return value;
}
