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
const owners = (...people: readonly Parameters<typeof newParty>[0][]) =>
  newAccountRequest({
    beneficial_owners: people.map((person) => newParty({ ssn: "514-22-9183", ...person })),
  });

test("an ordinary business has no flags", () => {
  expect(flagsOf(newAccountRequest())).toEqual([]);
});

describe("each implausible value becomes one flag, where it stands", () => {
  const address = { street_line_1: "P.O. Box 12", city: "Albany", state: "NY", zip: "12207" };
  const cases: readonly [string, NewAccount, string, string][] = [
    ["area 000", controller({ ssn: "000-12-3456" }), "ssn_impossible", "/business_controller/ssn"],
    ["area 666", controller({ ssn: "666-12-3456" }), "ssn_impossible", "/business_controller/ssn"],
    ["area 900", controller({ ssn: "900-12-3456" }), "ssn_impossible", "/business_controller/ssn"],
    ["group 00", controller({ ssn: "512-00-3456" }), "ssn_impossible", "/business_controller/ssn"],
    ["serial 0000", controller({ ssn: "512-12-0000" }), "ssn_impossible", "/business_controller/ssn"],
    ["the wallet card", controller({ ssn: "078-05-1120" }), "ssn_known_fake", "/business_controller/ssn"],
    ["one to nine", controller({ ssn: "123-45-6789" }), "ssn_known_fake", "/business_controller/ssn"],
    ["one digit", controller({ ssn: "333-33-3333" }), "ssn_known_fake", "/business_controller/ssn"],
    ["an owner's", owners({ ssn: "000123456" }), "ssn_impossible", "/beneficial_owners/0/ssn"],
    [
      "a repeated owner",
      owners({}, { ownership_percentage: 10 }),
      "ssn_repeated",
      "/beneficial_owners/1/ssn",
    ],
    [
      "an owner with the controller's number and another birthday",
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
      "a person's phone",
      controller({ phone_number: "199-234-5678" }),
      "phone_not_assigned",
      "/business_controller/phone_number",
    ],
    ["a box", newAccountRequest({ address }), "po_box_address", "/address"],
    ["a person's box", controller({ address }), "po_box_address", "/business_controller/address"],
    ["111 years", controller({ dob: "1915-11-14" }), "age_implausible", "/business_controller/dob"],
    [
      "few shares",
      owners({ ownership_percentage: "24.9999" }),
      "ownership_below_25_percent",
      "/beneficial_owners",
    ],
  ];

  test.each(cases)("%s", (_name, request, code, pointer) => {
    expect(flagsOf(request)).toMatchObject([{ code, pointer }]);
  });

  test("every flag has its case", () => {
    const tried = new Set([...cases.map(([, , code]) => code), einAlreadyUsed.code]);
    expect([...tried].sort()).toEqual([...reviewFlagCodes].sort());
  });
});

test("a flag of an owner points where the request had the owners", () => {
  const { beneficial_owners: _owners, ...rest } = newAccountRequest();
  const request = { ...rest, ultimate_beneficial_owners: [newParty({ ssn: "000123456" })] };
  expect(flagsOf(request)).toMatchObject([{ pointer: "/ultimate_beneficial_owners/0/ssn" }]);
});

describe("what is unusual but in order has no flag", () => {
  const inOrder: readonly [string, NewAccount][] = [
    ["the controller is an owner", owners({ ssn: newParty().ssn })],
    ["25 percent", owners({ ownership_percentage: 25 })],
    ["owners who do not say their share", owners({ ownership_percentage: null })],
    ["no owners", newAccountRequest({ beneficial_owners: null })],
    [
      "a boxwood street",
      newAccountRequest({ address: { ...newParty().address, street_line_1: "5 Boxwood" } }),
    ],
    ["Puerto Rico", newAccountRequest({ phone_number: "787-721-7000" })],
    ["110 years", controller({ dob: "1915-11-16" })],
  ];
  test.each(inOrder)("%s", (_name, request) => expect(flagsOf(request)).toEqual([]));
});

test("whatever the numbers are, a flag never repeats them", () => {
  const digits = fc.stringMatching(/^[0-9]{9}$/);
  const phone = fc.stringMatching(/^[2-9][0-9]{9}$/);
  fc.assert(
    fc.property(digits, digits, phone, (ein, ssn, number) => {
      const request = { ...controller({ ssn, phone_number: number }), ein, phone_number: number };
      const outcome = readNewAccount(request, now);
      const told = isRefusal(outcome) ? outcome : flagsOf(request);
      for (const value of [ein, ssn, number]) expect(JSON.stringify(told)).not.toContain(value);
    }),
  );
});
