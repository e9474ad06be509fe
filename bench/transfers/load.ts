/** Sources of the transfers: many accounts of one tenant, many tenants, or one address. */
export const loads = ["spread", "tenants", "hot"] as const;
export type Load = (typeof loads)[number];

/** Units of each transfer, of a token with six decimals. */
export const transferAmount = "0.01";
export const transferUnits = 10_000n;
