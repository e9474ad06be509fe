import type { Instant } from "../kernel/instant.ts";

/**
 * What a managed account said about its business and its people. It is personal data: it is kept sealed, is opened only
 * for verification, and leaves the service only as `maskProfile` shows it.
 */
export interface Profile {
  readonly business: Business;
  readonly controller: Person;
  /** The beneficial owners, in the order of the request. */
  readonly owners: readonly Person[];
  readonly tos: TosAttestation;
}

export interface Business {
  /** The name in law. */
  readonly name: string;
  /** Nine digits. */
  readonly ein: string;
  readonly address: StreetAddress;
  /** E.164. */
  readonly phoneNumber: string;
  readonly email: string;
  /** An absolute http or https address. */
  readonly website: string;
}

/** Somebody who controls or owns a part of the business. */
export interface Person {
  /** `controller`, `owner_1`, `owner_2`, …: names the person without telling who it is, and never changes. */
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
  /** The two-letter code of USPS. */
  readonly state: string;
  /** ZIP or ZIP+4. */
  readonly zip: string;
  readonly country: "US";
}

/** The end user's word on the terms of service. */
export interface TosAttestation {
  readonly acceptedAt: Instant;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  readonly version: string | undefined;
}

/** Something implausible that a reviewer should look at. It says where, and never what stands there. */
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
export function peopleOf(profile: Profile): readonly Person[] {
  return [profile.controller, ...profile.owners];
}
