import fc from "fast-check";
import { hostileText, hostileValue } from "./hostile-values.ts";

/** A value with one modification, at any depth: a member left out, replaced or added. */
export function bentValues(value: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(value);
  const replaced = fc
    .tuple(fc.constantFrom(...places), hostileValue)
    .map(([place, hostile]) => changed(value, place, () => hostile));
  const grown = fc
    .tuple(fc.constantFrom(...places), hostileText, hostileValue)
    .map(([place, name, hostile]) => changed(value, place, (parent) => withMember(parent, name, hostile)));
  const members = places.filter(({ length }) => length > 0);
  if (members.length === 0) return fc.oneof(replaced, grown);
  const shortened = fc.constantFrom(...members).map((place) => changed(value, place, () => undefined));
  return fc.oneof(replaced, grown, shortened);
}

/** The path to a part of a value; empty for the value itself. */
type Place = readonly string[];

function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== "object" || value === null) return [[]];
  const below = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member).map((place) => [name, ...place]),
  );
  return [[], ...below];
}

function changed(value: unknown, place: Place, change: (there: unknown) => unknown): unknown {
  const [name, ...rest] = place;
  if (name === undefined || typeof value !== "object" || value === null) return change(value);
  const entries = Object.entries(value)
    .map(([key, member]) => [key, key === name ? changed(member, rest, change) : member] as const)
    .filter(([, member]) => member !== undefined);
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

function withMember(there: unknown, name: string, member: unknown): unknown {
  if (Array.isArray(there)) return [...there, member];
  return typeof there === "object" ? { ...there, [name]: member } : [there, member];
}
