import { type Person, type Profile, peopleOf } from "../profile.ts";
import type { Subject } from "../screening/screening.ts";

/** Everybody who is compared with the sanctions list: the business under all its names, and each of its people. */
export function subjectsOf(profile: Profile, accountName: string): readonly Subject[] {
  const names = [...new Set([profile.business.name, accountName])];
  return [{ label: "business", kind: "business", names }, ...peopleOf(profile).map(personSubject)];
}

/** How documents name the people of the account. */
export function personLabelsOf(profile: Profile): readonly string[] {
  return peopleOf(profile).map(({ label }) => label);
}

function personSubject({ label, firstName, lastName, birthDate }: Person): Subject {
  return { label, kind: "person", names: [`${firstName} ${lastName}`], birthDate };
}
