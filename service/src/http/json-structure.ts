import type { FieldError } from "../kernel/refusal.ts";

const maxDepth = 32;
const maxMembers = 10_000;

interface Level {
  /** The names seen so far, for an object; undefined for an array. */
  readonly names: Set<string> | undefined;
  index: number;
  name: string;
  isNameNext: boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * JSON.parse silently keeps the last of two members with the same name, while a gateway in front may have read the
 * first. It also accepts any depth. So the text is scanned once: duplicate members, too many members and deep nesting
 * are refused. The text must be valid JSON.
 */
export function findStructureProblem(text: string): FieldError | undefined {
  const levels: Level[] = [];
  let members = 0;
  for (let position = 0; position < text.length; position += 1) {
    const level = levels.at(-1);
    switch (text.charCodeAt(position)) {
      case quote: {
        const end = endOfString(text, position);
        if (level?.names !== undefined && level.isNameNext) {
          members += 1;
          if (members > maxMembers) return { pointer: "", detail: `must have at most ${maxMembers} members` };
          level.name = readName(text, position, end);
          level.isNameNext = false;
          if (level.names.has(level.name))
            return { pointer: pointerTo(levels), detail: "must not appear more than once" };
          level.names.add(level.name);
        }
        position = end;
        break;
      }
      case comma:
        if (level !== undefined) {
          level.index += 1;
          level.isNameNext = true;
        }
        break;
      case openBrace:
      case openBracket:
        if (levels.length >= maxDepth)
          return { pointer: "", detail: `must not be nested deeper than ${maxDepth} levels` };
        levels.push(newLevel(text.charCodeAt(position) === openBrace));
        break;
      case closeBrace:
      case closeBracket:
        levels.pop();
        break;
      default:
        break;
    }
  }
  return undefined;
}

function newLevel(isObject: boolean): Level {
  return { names: isObject ? new Set() : undefined, index: 0, name: "", isNameNext: true };
}

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (text.charCodeAt(end) !== quote) end += text.charCodeAt(end) === backslash ? 2 : 1;
  return end;
}

function readName(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
}

function pointerTo(levels: readonly Level[]): string {
  return levels.map(({ names, name, index }) => `/${names === undefined ? index : shownName(name)}`).join("");
}

/** Property and parameter names, and common lookalikes: `ein`, `page[size]`. Secrets and tokens are longer. */
const harmlessName = /^[A-Za-z_][A-Za-z0-9_.-]{0,31}(?:\[[a-z_]{1,32}\])?$/;
const hiddenName = "(not shown)";

/**
 * A name from a request, as a part of a pointer (RFC 6901). It is shown only when it looks like a property name:
 * clients sometimes send values where names belong, and values are never repeated.
 */
export function shownName(name: string): string {
  return harmlessName.test(name) ? name : hiddenName;
}
