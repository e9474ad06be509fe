import type { Instant } from "../kernel/instant.ts";

/**
 * Business profile of a managed account. It is personal data: it is stored sealed, opened only for verification, and
 * leaves the service only masked by `maskProfile`.
 */
export interface Profile {
  readonly business: Business;
  readonly controller: Individual;
  /** Beneficial owners, in request order. */
  readonly owners: readonly Individual[];
  readonly tos: TosAttestation;
}

export interface Business {
  /** Legal name. */
  readonly name: string;
  /** Nine digits. */
  readonly ein: string;
  readonly address: StreetAddress;
  /** E.164. */
  readonly phoneNumber: string;
  readonly email: string;
  /** An absolute http or https URL. */
  readonly website: string;
}

/** An individual who controls the business or owns part of it. */
export interface Individual {
  /** `controller`, `owner_1`, `owner_2`, …: identifies the individual without personal data, and never changes. */
  readonly label: PersonLabel;
  readonly firstName: string;
  readonly lastName: string;
  /** A date, `YYYY-MM-DD`. */
  readonly birthDate: string;
  /** Nine digits. */
  readonly ssn: string;
  readonly address: StreetAddress;
  readonly email: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** Parts per million, so that shares add up exactly: 25 percent is 250,000. */
  readonly ownershipPpm: number | undefined;
}

export type PersonLabel = "controller" | `owner_${number}`;

export interface StreetAddress {
  readonly streetLine1: string;
  readonly streetLine2: string | undefined;
  readonly city: string;
  /** Two-letter USPS code. */
  readonly state: string;
  /** ZIP or ZIP+4. */
  readonly zip: string;
  readonly country: "US";
}

/** The end user's acceptance of the terms of service. */
export interface TosAttestation {
  readonly acceptedAt: Instant;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  readonly version: string | undefined;
}

/** An implausible value for a reviewer to check. It names the field and never contains its value. */
export interface ReviewFlag {
  readonly code: ReviewFlagCode;
  /** RFC 6901, into the request that created the account. */
  readonly pointer: string;
  readonly detail: string;
}

export const reviewFlagCodes = [
  "ssn_impossible",
  "ssn_known_fake",
  "ssn_repeated",
  "ein_prefix_never_issued",
  "ein_equals_ssn",
  "ein_already_used",
  "phone_not_assigned",
  "phone_fictional",
  "phone_abroad",
  "po_box_address",
  "age_implausible",
  "ownership_below_25_percent",
] as const;
export type ReviewFlagCode = (typeof reviewFlagCodes)[number];

/** The controller first, then the owners. */
export function individualsOf(profile: Profile): readonly Individual[] {
  return [profile.controller, ...profile.owners];
}
