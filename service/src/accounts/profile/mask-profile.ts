import { maskedLastFour } from "../../kernel/mask.ts";
import type { Person, PersonLabel, Profile, StreetAddress } from "../profile.ts";
import { peopleOf } from "../profile.ts";

/** What a reviewer sees by default: enough to compare with a document, not enough to be somebody else. */
export interface MaskedProfile {
  readonly business: {
    readonly name: string;
    readonly ein: string;
    readonly address: StreetAddress;
    readonly phoneNumber: string;
    readonly email: string;
    readonly website: string;
  };
  readonly people: readonly MaskedPerson[];
}

export interface MaskedPerson {
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
    people: peopleOf(profile).map(maskPerson),
  };
}

/** The name stays: it is what a reviewer compares with a list and with a document. */
function maskPerson(person: Person): MaskedPerson {
  return {
    label: person.label,
    name: `${person.firstName} ${person.lastName}`,
    birthYear: person.birthDate.slice(0, 4),
    ssn: maskedLastFour(person.ssn),
    city: person.address.city,
    state: person.address.state,
    phoneNumber: maskedLastFour(person.phoneNumber),
    ownershipPpm: person.ownershipPpm,
  };
}
