import type { CodeWay } from "./code-fields.ts";
import type { Me } from "./me.ts";

export interface ProofWays {
  readonly hasPasskey: boolean;
  /** Codes the user can enter, the most convenient first. */
  readonly codes: readonly CodeWay[];
  /** Authenticating again at the identity provider. */
  readonly hasSso: boolean;
}

/** Available second-factor methods, limited to what the user has set up and the browser supports. */
export function proofWays(factors: Me["second_factors"], canUsePasskeys: boolean): ProofWays {
  const hasPasskey = factors.passkeys > 0 && canUsePasskeys;
  return {
    hasPasskey,
    hasSso: factors.sso,
    codes: [
      ...(factors.totp ? (["totp"] as const) : []),
      ...(factors.recovery_codes_left > 0 ? (["recovery-code"] as const) : []),
    ],
  };
}
