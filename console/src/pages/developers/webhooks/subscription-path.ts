/** What names a subscription in the paths of the API. */
export interface SubscriptionPath {
  readonly tenant_id: string;
  readonly network: "testnet" | "mainnet";
  readonly account_id: string;
  readonly subscription_id: string;
}
