/** Path parameters of a subscription. */
export interface SubscriptionPath {
  readonly tenant_id: string;
  readonly network: "testnet" | "mainnet";
  readonly account_id: string;
  readonly subscription_id: string;
}
