import { createFlorin, type Florin, type FlorinOptions } from "../src/index.ts";

export const secret = "florin_sk_not-for-any-log";

/** A testnet client that hardly waits between retries. */
export function clientOf(
  { baseUrl }: { readonly baseUrl: string },
  options: Partial<FlorinOptions<"testnet">> = {},
): Florin<"testnet"> {
  return createFlorin({
    network: "testnet",
    baseUrl,
    credentials: { clientId: "app", clientSecret: secret },
    retryDelayMs: 1,
    ...options,
  });
}
