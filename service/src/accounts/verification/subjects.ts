import { type Individual, individualsOf, type Profile } from "../profile.ts";
import type { Subject } from "../screening/screening.ts";

/** All screening subjects: the business under all its names, and each of its individuals. */
export function subjectsOf(profile: Profile, accountName: string): readonly Subject[] {
  const names = [...new Set([profile.business.name, accountName])];
  return [{ label: "business", kind: "business", names }, ...individualsOf(profile).map(individualSubject)];
}

/** Labels of the account's individuals. */
export function personLabelsOf(profile: Profile): readonly string[] {
  return individualsOf(profile).map(({ label }) => label);
}

function individualSubject({ label, firstName, lastName, birthDate }: Individual): Subject {
  return { label, kind: "individual", names: [`${firstName} ${lastName}`], birthDate };
}
