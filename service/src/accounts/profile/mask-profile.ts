import { maskedLastFour } from "../../kernel/mask.ts";
import type { Individual, PersonLabel, Profile, StreetAddress } from "../profile.ts";
import { individualsOf } from "../profile.ts";

/** The reviewer's default view: enough to compare with a document, not enough for identity theft. */
export interface MaskedProfile {
  readonly business: {
    readonly name: string;
    readonly ein: string;
    readonly address: StreetAddress;
    readonly phoneNumber: string;
    readonly email: string;
    readonly website: string;
  };
  readonly individuals: readonly MaskedIndividual[];
}

export interface MaskedIndividual {
  readonly label: PersonLabel;
  readonly name: string;
  readonly birthYear: string;
  readonly ssn: string;
  readonly city: string;
  readonly state: string;
  readonly phoneNumber: string;
  readonly ownershipPpm: number | undefined;
}

export function maskProfile(profile: Profile): MaskedProfile {
  const { name, ein, address, phoneNumber, email, website } = profile.business;
  return {
    business: { name, ein: maskedLastFour(ein), address, phoneNumber, email, website },
    individuals: individualsOf(profile).map(maskIndividual),
  };
}

/** The name is not masked: reviewers compare it with sanctions lists and documents. */
function maskIndividual(individual: Individual): MaskedIndividual {
  return {
    label: individual.label,
    name: `${individual.firstName} ${individual.lastName}`,
    birthYear: individual.birthDate.slice(0, 4),
    ssn: maskedLastFour(individual.ssn),
    city: individual.address.city,
    state: individual.address.state,
    phoneNumber: maskedLastFour(individual.phoneNumber),
    ownershipPpm: individual.ownershipPpm,
  };
}
