import { isIP } from "node:net";
import { addMs, type Instant, parseInstant } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { AddressRequest, NewAccount, PartyRequest, TosRequest } from "../account-request.ts";
import type {
  Business,
  Individual,
  PersonLabel,
  Profile,
  StreetAddress,
  TosAttestation,
} from "../profile.ts";
import { readBirthDate } from "./birth-date.ts";
import { readOwnership, wholePpm } from "./ownership.ts";
import { readPhoneNumber } from "./phone-number.ts";
import { maxUserAgentLength, readPlainText } from "./plain-text.ts";
import { readState } from "./us-state.ts";
import { complain, createReading, type Reading, type ValidationIssue } from "./validation-issue.ts";
import { readEmail, readWebsite } from "./web-address.ts";

/** Account data of a request, normalized. */
export interface ReadAccount {
  readonly name: string;
  readonly profile: Profile;
}

const maxSkewMs = 5 * 60 * 1000;

/** Reads a request of valid shape; the refusal lists every invalid value. */
export function readNewAccount(request: NewAccount, now: Instant): ReadAccount | Refusal {
  const reading = createReading();
  const business = readBusiness(reading, request);
  const profile: Profile = {
    business,
    controller: readIndividual(
      reading,
      "/business_controller",
      request.business_controller,
      "controller",
      now,
    ),
    owners: readOwners(reading, request, now),
    tos: readTos(reading, "/tos_attestation", request.tos_attestation, now),
  };
  const name = optionalText(reading, "/name", request.name) ?? business.name;
  return reading.refusal() ?? { name, profile };
}

/** Pointer to the owners field that the request uses. */
export function ownersPointer(request: NewAccount): string {
  return request.ultimate_beneficial_owners === undefined
    ? "/beneficial_owners"
    : "/ultimate_beneficial_owners";
}

function readBusiness(reading: Reading, request: NewAccount): Business {
  return {
    name: reading.take("/business_name", readPlainText(request.business_name), ""),
    ein: reading.take("/ein", readNineDigits(request.ein), ""),
    address: readStreetAddress(reading, "/address", request.address),
    phoneNumber: reading.take("/phone_number", readPhoneNumber(request.phone_number), ""),
    email: reading.take("/email", readEmail(request.email), ""),
    website: reading.take("/website", readWebsite(request.website), ""),
  };
}

function readOwners(reading: Reading, request: NewAccount, now: Instant): readonly Individual[] {
  const pointer = ownersPointer(request);
  const owners = (request.beneficial_owners ?? request.ultimate_beneficial_owners ?? []).map((owner, index) =>
    readIndividual(reading, `${pointer}/${index}`, owner, `owner_${index + 1}`, now),
  );
  const sumPpm = owners.reduce((sum, { ownershipPpm = 0 }) => sum + ownershipPpm, 0);
  if (sumPpm > wholePpm) {
    reading.take(pointer, complain("must add up to at most 100 percent"), undefined);
  }
  return owners;
}

function readIndividual(
  reading: Reading,
  pointer: string,
  party: PartyRequest,
  label: PersonLabel,
  now: Instant,
): Individual {
  const share = party.ownership_percentage ?? undefined;
  return {
    label,
    firstName: reading.take(`${pointer}/first_name`, readPlainText(party.first_name), ""),
    lastName: reading.take(`${pointer}/last_name`, readPlainText(party.last_name), ""),
    birthDate: reading.take(`${pointer}/dob`, readBirthDate(party.dob, now), ""),
    ssn: reading.take(`${pointer}/ssn`, readNineDigits(party.ssn), ""),
    address: readStreetAddress(reading, `${pointer}/address`, party.address),
    email: reading.take(`${pointer}/email`, readEmail(party.email), ""),
    phoneNumber: reading.take(`${pointer}/phone_number`, readPhoneNumber(party.phone_number), ""),
    ownershipPpm:
      share === undefined
        ? undefined
        : reading.take(`${pointer}/ownership_percentage`, readOwnership(share), 0),
  };
}

const spellingsOfUs = ["US", "USA", "United States"];

/** A US address, normalized. */
export function readStreetAddress(reading: Reading, pointer: string, address: AddressRequest): StreetAddress {
  const { street_line_2: second } = address;
  const country = unlessBlank(address.country) ?? "US";
  reading.take(
    `${pointer}/country`,
    spellingsOfUs.includes(country) ? country : complain("must be US; other countries are not supported"),
    "US",
  );
  return {
    streetLine1: reading.take(`${pointer}/street_line_1`, readPlainText(address.street_line_1), ""),
    streetLine2: optionalText(reading, `${pointer}/street_line_2`, second),
    city: reading.take(`${pointer}/city`, readPlainText(address.city), ""),
    state: reading.take(`${pointer}/state`, readState(address.state), ""),
    zip: reading.take(`${pointer}/zip`, readZip(address.zip), ""),
    country: "US",
  };
}

function readTos(reading: Reading, pointer: string, tos: TosRequest, now: Instant): TosAttestation {
  const ip = unlessBlank(tos.ip);
  return {
    acceptedAt: reading.take(`${pointer}/accepted_at`, readAcceptedAt(tos.accepted_at, now), now),
    ip: ip === undefined ? undefined : reading.take(`${pointer}/ip`, readIp(ip), ""),
    userAgent: optionalText(reading, `${pointer}/user_agent`, tos.user_agent, maxUserAgentLength),
    version: optionalText(reading, `${pointer}/version`, tos.version),
  };
}

/** Forms send an empty second line if there is none; blank counts as absent. */
function optionalText(
  reading: Reading,
  pointer: string,
  text: string | undefined,
  maxLength?: number,
): string | undefined {
  const said = unlessBlank(text);
  return said === undefined ? undefined : reading.take(pointer, readPlainText(said, maxLength), "");
}

function unlessBlank(text = ""): string | undefined {
  return text.trim() === "" ? undefined : text;
}

function readZip(text: string): string | ValidationIssue {
  const zip = text.trim();
  return /^[0-9]{5}(?:-[0-9]{4})?$/.test(zip) ? zip : complain("must be a ZIP code: 12345 or 12345-6789");
}

function readIp(text: string): string | ValidationIssue {
  const ip = text.trim();
  // A zone, as in fe80::1%eth0, is meaningful only on the machine that wrote it.
  return isIP(ip) !== 0 && !ip.includes("%") ? ip.toLowerCase() : complain("must be an IP address");
}

function readAcceptedAt(text: string, now: Instant): Instant | ValidationIssue {
  const acceptedAt = parseInstant(text);
  if (acceptedAt === undefined) return complain("must be an RFC 3339 date-time since 1970");
  return acceptedAt <= addMs(now, maxSkewMs) ? acceptedAt : complain("must not be in the future");
}

/** An EIN or SSN: nine digits, dashes are ignored. Stored as digits. */
export function readNineDigits(text: string): string | ValidationIssue {
  const digits = text.trim().replaceAll("-", "");
  return /^[0-9]{9}$/.test(digits) ? digits : complain("must have 9 digits, optionally with dashes");
}
