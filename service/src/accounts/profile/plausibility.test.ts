import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newAccountRequest, newParty } from "../../../test/account-request.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { isRefusal, orThrow } from "../../kernel/refusal.ts";
import type { NewAccount } from "../account-request.ts";
import { type ReviewFlag, reviewFlagCodes } from "../profile.ts";
import { einAlreadyUsed, findImplausible } from "./plausibility.ts";
import { ownersPointer, readNewAccount } from "./read-profile.ts";

const now = instantFromMs(Date.UTC(2026, 10, 15, 12));

function flagsOf(request: NewAccount): readonly ReviewFlag[] {
  const { profile } = orThrow(readNewAccount(request, now));
  return findImplausible(profile, { owners: ownersPointer(request) }, now);
}

const controller = (overrides: Parameters<typeof newParty>[0]) =>
  newAccountRequest({ business_controller: newParty(overrides) });
const owners = (...individuals: readonly Parameters<typeof newParty>[0][]) =>
  newAccountRequest({
    beneficial_owners: individuals.map((individual) => newParty({ ssn: "514-22-9183", ...individual })),
  });

test("an ordinary business has no flags", () => {
  expect(flagsOf(newAccountRequest())).toEqual([]);
});

describe("each implausible value has one flag at its pointer", () => {
  const address = { street_line_1: "P.O. Box 12", city: "Albany", state: "NY", zip: "12207" };
  const cases: readonly [string, NewAccount, string, string][] = [
    ["area 000", controller({ ssn: "000-12-3456" }), "ssn_impossible", "/business_controller/ssn"],
    ["area 666", controller({ ssn: "666-12-3456" }), "ssn_impossible", "/business_controller/ssn"],
    ["area 900", controller({ ssn: "900-12-3456" }), "ssn_impossible", "/business_controller/ssn"],
    ["group 00", controller({ ssn: "512-00-3456" }), "ssn_impossible", "/business_controller/ssn"],
    ["serial 0000", controller({ ssn: "512-12-0000" }), "ssn_impossible", "/business_controller/ssn"],
    ["the wallet card SSN", controller({ ssn: "078-05-1120" }), "ssn_known_fake", "/business_controller/ssn"],
    ["consecutive digits", controller({ ssn: "123-45-6789" }), "ssn_known_fake", "/business_controller/ssn"],
    ["a repeated digit", controller({ ssn: "333-33-3333" }), "ssn_known_fake", "/business_controller/ssn"],
    ["an owner's SSN", owners({ ssn: "000123456" }), "ssn_impossible", "/beneficial_owners/0/ssn"],
    [
      "a repeated owner",
      owners({}, { ownership_percentage: 10 }),
      "ssn_repeated",
      "/beneficial_owners/1/ssn",
    ],
    [
      "an owner with the controller's SSN and another birth date",
      owners({ ssn: newParty().ssn, dob: "1990-01-01" }),
      "ssn_repeated",
      "/beneficial_owners/0/ssn",
    ],
    ["prefix 07", newAccountRequest({ ein: "07-1234567" }), "ein_prefix_never_issued", "/ein"],
    ["an EIN that is an SSN", newAccountRequest({ ein: newParty().ssn }), "ein_equals_ssn", "/ein"],
    [
      "area code 555",
      newAccountRequest({ phone_number: "555-234-5678" }),
      "phone_not_assigned",
      "/phone_number",
    ],
    ["fiction", newAccountRequest({ phone_number: "212-555-0142" }), "phone_fictional", "/phone_number"],
    ["London", newAccountRequest({ phone_number: "+442079460958" }), "phone_abroad", "/phone_number"],
    [
      "an individual's phone",
      controller({ phone_number: "199-234-5678" }),
      "phone_not_assigned",
      "/business_controller/phone_number",
    ],
    ["a box", newAccountRequest({ address }), "po_box_address", "/address"],
    ["an individual's PO box", controller({ address }), "po_box_address", "/business_controller/address"],
    ["111 years", controller({ dob: "1915-11-14" }), "age_implausible", "/business_controller/dob"],
    [
      "low ownership",
      owners({ ownership_percentage: "24.9999" }),
      "ownership_below_25_percent",
      "/beneficial_owners",
    ],
  ];

  test.each(cases)("%s", (_name, request, code, pointer) => {
    expect(flagsOf(request)).toMatchObject([{ code, pointer }]);
  });

  test("every flag has a test case", () => {
    const tried = new Set([...cases.map(([, , code]) => code), einAlreadyUsed.code]);
    expect([...tried].sort()).toEqual([...reviewFlagCodes].sort());
  });
});

test("a flag of an owner uses the owners field of the request", () => {
  const { beneficial_owners: _owners, ...rest } = newAccountRequest();
  const request = { ...rest, ultimate_beneficial_owners: [newParty({ ssn: "000123456" })] };
  expect(flagsOf(request)).toMatchObject([{ pointer: "/ultimate_beneficial_owners/0/ssn" }]);
});

describe("unusual but plausible values have no flag", () => {
  const inOrder: readonly [string, NewAccount][] = [
    ["the controller is an owner", owners({ ssn: newParty().ssn })],
    ["25 percent", owners({ ownership_percentage: 25 })],
    ["owners without a stated share", owners({ ownership_percentage: null })],
    ["no owners", newAccountRequest({ beneficial_owners: null })],
    [
      "a street name with box",
      newAccountRequest({ address: { ...newParty().address, street_line_1: "5 Boxwood" } }),
    ],
    ["Puerto Rico", newAccountRequest({ phone_number: "787-721-7000" })],
    ["110 years", controller({ dob: "1915-11-16" })],
  ];
  test.each(inOrder)("%s", (_name, request) => expect(flagsOf(request)).toEqual([]));
});

test("a flag never contains the number", () => {
  const digits = fc.stringMatching(/^[0-9]{9}$/);
  const phone = fc.stringMatching(/^[2-9][0-9]{9}$/);
  fc.assert(
    fc.property(digits, digits, phone, (ein, ssn, number) => {
      const request = { ...controller({ ssn, phone_number: number }), ein, phone_number: number };
      const outcome = readNewAccount(request, now);
      const output = isRefusal(outcome) ? outcome : flagsOf(request);
      for (const value of [ein, ssn, number]) expect(JSON.stringify(output)).not.toContain(value);
    }),
  );
});
