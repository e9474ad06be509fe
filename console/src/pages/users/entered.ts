/** Progress of a sign-in. */
export interface Entered {
  readonly stage: "password" | "complete";
  readonly second_factors: { readonly totp: boolean; readonly passkeys: number };
}

export function hasSecondFactor({ second_factors: { totp, passkeys } }: Entered): boolean {
  return totp || passkeys > 0;
}
