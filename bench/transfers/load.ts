/** Whose money is spent: that of many accounts of one tenant, that of many tenants, or all from one address. */
export const loads = ["spread", "tenants", "hot"] as const;
export type Load = (typeof loads)[number];

/** What each transfer moves, of a token with six decimals. */
export const transferAmount = "0.01";
export const transferUnits = 10_000n;
