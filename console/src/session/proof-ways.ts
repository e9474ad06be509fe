import type { CodeWay } from "./code-fields.ts";
import type { Me } from "./me.ts";

export interface ProofWays {
  readonly hasPasskey: boolean;
  /** Codes that can be typed, the handiest first. */
  readonly codes: readonly CodeWay[];
}

/** How somebody can show the second factor: only what that person has, and what the browser can do here. */
export function proofWays(factors: Me["second_factors"], canUsePasskeys: boolean): ProofWays {
  const hasPasskey = factors.passkeys > 0 && canUsePasskeys;
  return {
    hasPasskey,
    codes: [
      ...(factors.totp ? (["totp"] as const) : []),
      ...(factors.recovery_codes_left > 0 ? (["recovery-code"] as const) : []),
    ],
  };
}
