import { expect, test } from "vitest";
import { commandsOf, readMigrations } from "./migration-files.ts";

test("commands end at a semicolon, but not in a comment, a text, a name or a function", () => {
  const commands = [
    `-- It's one; not two.\nSELECT ';', 'it''s; one', ";"`,
    "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $body$ BEGIN PERFORM $$;$$; END $body$",
    "\nDO $$ BEGIN; END $$",
  ];
  expect(commandsOf(`${commands.join(";")};\n-- The end; of it.\n`)).toEqual(commands);
  expect(commandsOf(commands.join(";"))).toEqual(commands);
});

test("the commands of a migration are all of its text", async () => {
  for (const { sql } of await readMigrations()) {
    const commands = commandsOf(sql).join(";");
    expect(sql.startsWith(commands)).toBe(true);
    expect(sql.slice(commands.length).replaceAll(/--[^\n]*/g, "")).toMatch(/^[;\s]*$/);
  }
});
