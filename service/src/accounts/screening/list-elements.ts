import type { SanctionedBirthDate } from "./birth-date.ts";
import type { ListElement } from "./list-xml.ts";
import { SanctionsListError } from "./sanctions-list.ts";

export const maxNamesOfEntry = 1_000;
const maxNameLength = 1_000;

export function childrenOf({ children }: ListElement, name: string): readonly ListElement[] {
  return children.filter((child) => child.name === name);
}

/** Text of the only child of this name; empty if there is none. */
export function textOf(element: ListElement, name: string): string {
  const [child, second] = childrenOf(element, name);
  if (second !== undefined) throw invalid(second, `<${element.name}> has more than one <${name}>`);
  return child?.text ?? "";
}

export function requiredText(element: ListElement, name: string): string {
  const text = textOf(element, name);
  if (text === "") throw invalid(element, `<${element.name}> has no <${name}>`);
  return text;
}

export function requiredAttribute(element: ListElement, name: string): string {
  const value = element.attributes.get(name) ?? "";
  if (value === "") throw invalid(element, `<${element.name}> has no attribute ${name}`);
  return value;
}

/** An element that the format does not have may be a fact that we would miss. */
export function requireKnown(element: ListElement, known: ReadonlySet<string>): void {
  const unknown = element.children.find(({ name }) => !known.has(name));
  if (unknown !== undefined) throw invalid(unknown, `<${unknown.name}> is not known in <${element.name}>`);
}

export function requireName(element: ListElement, name: string): string {
  if (name === "") throw invalid(element, `<${element.name}> has no name`);
  if (name.length > maxNameLength)
    throw invalid(element, `has a name of more than ${maxNameLength} characters`);
  return name;
}

export function invalid({ file, line }: ListElement, what: string): SanctionsListError {
  return new SanctionsListError(`${file}, line ${line}: ${what}.`);
}

/** A day, a month, a year or a range of years; undefined if it is none, and then only the name counts. */
export function birthDateOf(first: string, last: string, isCirca: boolean): SanctionedBirthDate | undefined {
  const [from, to] = [readDate(first)?.from, readDate(last)?.to];
  if (from === undefined || to === undefined || from > to) return undefined;
  const text = first === last ? first : `${first} to ${last}`;
  return { text: isCirca ? `circa ${text}` : text, from, to, isCirca };
}

const dateShape = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

function readDate(text: string): { readonly from: string; readonly to: string } | undefined {
  const [, year, month, day] = dateShape.exec(text) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(month) < 1 || Number(month) > 12 || Number(day ?? 1) < 1 || Number(day ?? 1) > lastDay)
    return undefined;
  return day === undefined
    ? { from: `${year}-${month}-01`, to: `${year}-${month}-${lastDay}` }
    : { from: text, to: text };
}
