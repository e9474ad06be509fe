import type { Instant } from "../../kernel/instant.ts";
import {
  type Person,
  type Profile,
  peopleOf,
  type ReviewFlag,
  type ReviewFlagCode,
  type StreetAddress,
} from "../profile.ts";
import { ageAt } from "./birth-date.ts";
import { wholePpm } from "./ownership.ts";
import { describePhoneNumber } from "./phone-number.ts";

/** Where the parts of a profile stood in the request. */
export interface Places {
  readonly owners: string;
}

/**
 * What is well-formed but hard to believe. Nothing here is refused: a person looks at it in the review. A flag says
 * where, and never what stands there.
 */
export function findImplausible(profile: Profile, places: Places, now: Instant): readonly ReviewFlag[] {
  const { business } = profile;
  return [
    ...einFlags(profile),
    ...phoneFlags("/phone_number", business.phoneNumber),
    ...addressFlags("/address", business.address),
    ...peopleOf(profile).flatMap((person) => personFlags(placeOf(person, places), person, now)),
    ...repeatedSsnFlags(profile, places),
    ...ownershipFlags(profile, places),
  ];
}

/** For an EIN that another account of the tenant has in the same network. */
export const einAlreadyUsed: ReviewFlag = flag(
  "ein_already_used",
  "/ein",
  "another account that you manage has this EIN",
);

// Prefixes that no campus of the IRS was ever given ("How EINs are assigned and valid EIN prefixes").
const unissuedEinPrefixes = new Set([
  "00",
  "07",
  "08",
  "09",
  "17",
  "18",
  "19",
  "28",
  "29",
  "49",
  "69",
  "70",
  "78",
  "79",
  "89",
  "96",
  "97",
]);

function einFlags(profile: Profile): readonly ReviewFlag[] {
  const { ein } = profile.business;
  const isUnissued = unissuedEinPrefixes.has(ein.slice(0, 2));
  const isSsn = peopleOf(profile).some(({ ssn }) => ssn === ein);
  return [
    ...(isUnissued
      ? [flag("ein_prefix_never_issued", "/ein", "the IRS has never issued an EIN with this prefix")]
      : []),
    ...(isSsn ? [flag("ein_equals_ssn", "/ein", "the EIN is also given as a person's SSN")] : []),
  ];
}

const oldestPlausibleAge = 110;

function personFlags(pointer: string, person: Person, now: Instant): readonly ReviewFlag[] {
  const isTooOld = ageAt(person.birthDate, now) > oldestPlausibleAge;
  return [
    ...ssnFlags(`${pointer}/ssn`, person.ssn),
    ...(isTooOld
      ? [flag("age_implausible", `${pointer}/dob`, `is more than ${oldestPlausibleAge} years ago`)]
      : []),
    ...phoneFlags(`${pointer}/phone_number`, person.phoneNumber),
    ...addressFlags(`${pointer}/address`, person.address),
  ];
}

// Printed in advertisements and on sample cards, and misused ever since; and what people type to get past a form.
const knownFakes = new Set(["078051120", "219099999", "457555462", "123456789", "987654321"]);
const oneDigitOnly = /^([0-9])\1{8}$/;

/** SSA: an area is never 000, 666 or 900 to 999, a group never 00, a serial number never 0000. */
function ssnFlags(pointer: string, ssn: string): readonly ReviewFlag[] {
  if (knownFakes.has(ssn) || oneDigitOnly.test(ssn)) {
    return [flag("ssn_known_fake", pointer, "is a number that is known from advertisements or samples")];
  }
  if (ssn.startsWith("9")) {
    return [flag("ssn_impossible", pointer, "is no SSN; numbers that begin with 9 are ITINs at best")];
  }
  const isImpossible =
    ["000", "666"].includes(ssn.slice(0, 3)) || ssn.slice(3, 5) === "00" || ssn.endsWith("0000");
  return isImpossible ? [flag("ssn_impossible", pointer, "is a number that SSA does not assign")] : [];
}

/** Two owners with one number, or an owner and a controller who share it but were not born on one day. */
function repeatedSsnFlags({ controller, owners }: Profile, places: Places): readonly ReviewFlag[] {
  return owners
    .filter(
      (owner, index) =>
        owners.slice(0, index).some(({ ssn }) => ssn === owner.ssn) ||
        (owner.ssn === controller.ssn && owner.birthDate !== controller.birthDate),
    )
    .map((owner) =>
      flag("ssn_repeated", `${placeOf(owner, places)}/ssn`, "stands for another person of this account too"),
    );
}

// NANPA keeps 555-0100 to 555-0199 of every area for fiction.
const fictional = /^\+1[0-9]{3}55501[0-9]{2}$/;

function phoneFlags(pointer: string, number: string): readonly ReviewFlag[] {
  if (fictional.test(number))
    return [flag("phone_fictional", pointer, "is a number that is kept for fiction")];
  const { isAssigned, isAbroad } = describePhoneNumber(number);
  if (isAbroad) return [flag("phone_abroad", pointer, "is not a number of the US or its neighbours")];
  return isAssigned ? [] : [flag("phone_not_assigned", pointer, "has an area code that is not assigned")];
}

const postOfficeBox = /\b(?:p\.?\s*o\.?\s*box|post\s+office\s+box)\b/i;

function addressFlags(pointer: string, { streetLine1, streetLine2 }: StreetAddress): readonly ReviewFlag[] {
  const isBox = [streetLine1, streetLine2 ?? ""].some((line) => postOfficeBox.test(line));
  return isBox ? [flag("po_box_address", pointer, "is a post office box, where nobody works or lives")] : [];
}

/** FinCEN counts who owns a quarter or more; owners who together have less are not the whole story. */
function ownershipFlags({ owners }: Profile, places: Places): readonly ReviewFlag[] {
  const shares = owners.flatMap(({ ownershipPpm }) => (ownershipPpm === undefined ? [] : [ownershipPpm]));
  const isTold = owners.length > 0 && shares.length === owners.length;
  const sumPpm = shares.reduce((sum, share) => sum + share, 0);
  return isTold && sumPpm * 4 < wholePpm
    ? [flag("ownership_below_25_percent", places.owners, "have less than 25 percent together")]
    : [];
}

function placeOf({ label }: Person, places: Places): string {
  if (label === "controller") return "/business_controller";
  return `${places.owners}/${Number(label.slice("owner_".length)) - 1}`;
}

function flag(code: ReviewFlagCode, pointer: string, detail: string): ReviewFlag {
  return { code, pointer, detail };
}
