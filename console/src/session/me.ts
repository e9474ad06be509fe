/** Who is signed in, and what that person may do. */
export interface Me {
  readonly person: { readonly id: string; readonly email: string; readonly name: string };
  /** `password`: the second factor is still missing. */
  readonly stage: "password" | "complete";
  readonly second_factors: {
    readonly totp: boolean;
    readonly passkeys: number;
    readonly recovery_codes_left: number;
  };
  readonly operator_role: string | null;
  readonly platform_permissions: readonly string[];
  readonly memberships: readonly Membership[];
}

export interface Membership {
  readonly tenant_id: string;
  readonly name: string;
  readonly role: string;
}
