import type { Instant } from "../../kernel/instant.ts";
import {
  type Individual,
  individualsOf,
  type Profile,
  type ReviewFlag,
  type ReviewFlagCode,
  type StreetAddress,
} from "../profile.ts";
import { ageAt } from "./birth-date.ts";
import { wholePpm } from "./ownership.ts";
import { describePhoneNumber } from "./phone-number.ts";

/** Pointers to the parts of a profile in the request. */
export interface Places {
  readonly owners: string;
}

/**
 * Flags well-formed but implausible values. Nothing is refused here: flags go to manual review. A flag names the field
 * and never contains its value.
 */
export function findImplausible(profile: Profile, places: Places, now: Instant): readonly ReviewFlag[] {
  const { business } = profile;
  return [
    ...einFlags(profile),
    ...phoneFlags("/phone_number", business.phoneNumber),
    ...addressFlags("/address", business.address),
    ...individualsOf(profile).flatMap((individual) =>
      individualFlags(placeOf(individual, places), individual, now),
    ),
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

// Prefixes that the IRS has not assigned to any campus ("How EINs are assigned and valid EIN prefixes").
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
  const isSsn = individualsOf(profile).some(({ ssn }) => ssn === ein);
  return [
    ...(isUnissued
      ? [flag("ein_prefix_never_issued", "/ein", "the IRS has never issued an EIN with this prefix")]
      : []),
    ...(isSsn ? [flag("ein_equals_ssn", "/ein", "is also the SSN of an owner or the controller")] : []),
  ];
}

const oldestPlausibleAge = 110;

function individualFlags(pointer: string, individual: Individual, now: Instant): readonly ReviewFlag[] {
  const isTooOld = ageAt(individual.birthDate, now) > oldestPlausibleAge;
  return [
    ...ssnFlags(`${pointer}/ssn`, individual.ssn),
    ...(isTooOld
      ? [flag("age_implausible", `${pointer}/dob`, `is more than ${oldestPlausibleAge} years ago`)]
      : []),
    ...phoneFlags(`${pointer}/phone_number`, individual.phoneNumber),
    ...addressFlags(`${pointer}/address`, individual.address),
  ];
}

// Printed in advertisements and on sample cards, and misused since; and common keyboard patterns.
const knownFakes = new Set(["078051120", "219099999", "457555462", "123456789", "987654321"]);
const oneDigitOnly = /^([0-9])\1{8}$/;

/** SSA rules: the area is never 000, 666 or 900 to 999, the group never 00, the serial number never 0000. */
function ssnFlags(pointer: string, ssn: string): readonly ReviewFlag[] {
  if (knownFakes.has(ssn) || oneDigitOnly.test(ssn)) {
    return [flag("ssn_known_fake", pointer, "is a known sample number")];
  }
  if (ssn.startsWith("9")) {
    return [flag("ssn_impossible", pointer, "is not an SSN: numbers that start with 9 are ITINs")];
  }
  const isImpossible =
    ["000", "666"].includes(ssn.slice(0, 3)) || ssn.slice(3, 5) === "00" || ssn.endsWith("0000");
  return isImpossible ? [flag("ssn_impossible", pointer, "is not a number that the SSA assigns")] : [];
}

/** Two owners with one SSN, or an owner and a controller with one SSN and different birth dates. */
function repeatedSsnFlags({ controller, owners }: Profile, places: Places): readonly ReviewFlag[] {
  return owners
    .filter(
      (owner, index) =>
        owners.slice(0, index).some(({ ssn }) => ssn === owner.ssn) ||
        (owner.ssn === controller.ssn && owner.birthDate !== controller.birthDate),
    )
    .map((owner) =>
      flag(
        "ssn_repeated",
        `${placeOf(owner, places)}/ssn`,
        "is also the SSN of another individual of this account",
      ),
    );
}

// NANPA reserves 555-0100 to 555-0199 in every area code for fictional use.
const fictional = /^\+1[0-9]{3}55501[0-9]{2}$/;

function phoneFlags(pointer: string, number: string): readonly ReviewFlag[] {
  if (fictional.test(number))
    return [flag("phone_fictional", pointer, "is a reserved fictional number (555-01xx)")];
  const { isAssigned, isAbroad } = describePhoneNumber(number);
  if (isAbroad) return [flag("phone_abroad", pointer, "is outside the North American Numbering Plan (+1)")];
  return isAssigned ? [] : [flag("phone_not_assigned", pointer, "has an unassigned area code")];
}

const postOfficeBox = /\b(?:p\.?\s*o\.?\s*box|post\s+office\s+box)\b/i;

function addressFlags(pointer: string, { streetLine1, streetLine2 }: StreetAddress): readonly ReviewFlag[] {
  const isBox = [streetLine1, streetLine2 ?? ""].some((line) => postOfficeBox.test(line));
  return isBox ? [flag("po_box_address", pointer, "is a PO box, not a physical address")] : [];
}

/** FinCEN requires owners of 25 percent or more; a total below that means that owners are missing. */
function ownershipFlags({ owners }: Profile, places: Places): readonly ReviewFlag[] {
  const shares = owners.flatMap(({ ownershipPpm }) => (ownershipPpm === undefined ? [] : [ownershipPpm]));
  const isStated = owners.length > 0 && shares.length === owners.length;
  const sumPpm = shares.reduce((sum, share) => sum + share, 0);
  return isStated && sumPpm * 4 < wholePpm
    ? [flag("ownership_below_25_percent", places.owners, "add up to less than 25 percent ownership")]
    : [];
}

function placeOf({ label }: Individual, places: Places): string {
  if (label === "controller") return "/business_controller";
  return `${places.owners}/${Number(label.slice("owner_".length)) - 1}`;
}

function flag(code: ReviewFlagCode, pointer: string, detail: string): ReviewFlag {
  return { code, pointer, detail };
}
