import { complain, type ValidationIssue } from "./validation-issue.ts";

/** The two-letter code of a state, DC or a territory, from its code or full name. */
export function readState(text: string): string | ValidationIssue {
  const code = codes.get(spelling(text));
  return code ?? complain("must be a US state, DC or territory, as code or full name");
}

// USPS Publication 28, Appendix B.
const names: Readonly<Record<string, string>> = {
  AL: "Alabama",
  AK: "Alaska",
  AS: "American Samoa",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  GU: "Guam",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  MP: "Northern Mariana Islands",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  PR: "Puerto Rico",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VI: "Virgin Islands",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
  UM: "United States Minor Outlying Islands",
};

const otherNames = [
  ["U.S. Virgin Islands", "VI"],
  ["United States Virgin Islands", "VI"],
] as const;

const codes: ReadonlyMap<string, string> = new Map([
  ...Object.entries(names).flatMap(([code, name]) => [
    [spelling(code), code] as const,
    [spelling(name), code] as const,
  ]),
  ...otherNames.map(([name, code]) => [spelling(name), code] as const),
]);

/** Ignores case, dots and repeated spaces. */
function spelling(text: string): string {
  return text.trim().replaceAll(".", "").replaceAll(/\s+/g, " ").toUpperCase();
}

/** @public All codes, for tests. */
export const stateCodes: readonly string[] = Object.keys(names);
