import { readFileSync } from "node:fs";

/** Permissions by role, as maintained by hand. */
export interface Table {
  /** By permission, for callers without a role: `Anonymous`, `Password only`, `Signed in`. */
  readonly open: Rows;
  /** By permission and role of operators. */
  readonly platform: Rows;
  /** By permission and a role such as `operator support` or `member developer, testnet`. */
  readonly workspace: Rows;
  /** Endpoints that require a fresh second factor, such as `POST /freezes`. */
  readonly sensitive: ReadonlySet<string>;
  /** Endpoints whose requests the user confirms, always or on mainnet. */
  readonly confirmed: ReadonlyMap<string, string>;
  /** Endpoints with a permission that moves value or grants rights, whose requests need no confirmation. */
  readonly unconfirmed: ReadonlySet<string>;
  /** The required permission of each endpoint, by its name. */
  readonly required: ReadonlyMap<string, string>;
}

export type Rows = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

/** Reads the golden file; throws on a cell other than yes or no. */
export function readTable(): Table {
  const text = readFileSync(new URL("../console-matrix.table.md", import.meta.url), "utf8");
  const sections = new Map(
    text.split(/^## /m).map((section) => {
      const [title = "", ...lines] = section.split("\n");
      return [title.trim(), lines] as const;
    }),
  );
  const linesOf = (title: string): readonly string[] => {
    const lines = sections.get(title);
    if (lines === undefined) throw new Error(`the table has no section called ${title}`);
    return lines;
  };
  return {
    open: readRows(linesOf("Without a role")),
    platform: readRows(linesOf("Operators, over all tenants")),
    workspace: readRows(linesOf("In a workspace")),
    sensitive: readList(linesOf("With a fresh second factor")),
    confirmed: readPairs(linesOf("With a confirmation of the request")),
    unconfirmed: readList(linesOf("Without a confirmation of the request")),
    required: readPairs(linesOf("Permission of each endpoint")),
  };
}

function readRows(lines: readonly string[]): Rows {
  const [header = [], , ...rows] = lines.filter((line) => line.startsWith("|")).map(cellsOf);
  return new Map(
    rows.map(([permission = "", ...cells]) => {
      const responses = cells.map(
        (cell, index) => [header[index + 1] ?? "", readCell(permission, cell)] as const,
      );
      return [permission.replaceAll("`", ""), new Map(responses)];
    }),
  );
}

function cellsOf(line: string): readonly string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function readCell(permission: string, cell: string): boolean {
  if (cell === "yes" || cell === "no") return cell === "yes";
  throw new Error(`${permission} has a cell that says neither yes nor no: ${cell}`);
}

function readPairs(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const [, name, permission] = /^- `([A-Z]+ [^`]+)`: `([^`]+)`$/.exec(line) ?? [];
      return name === undefined || permission === undefined ? [] : [[name, permission] as const];
    }),
  );
}

function readList(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => /^- `([A-Z]+ [^`]+)`$/.exec(line)?.slice(1) ?? []));
}
