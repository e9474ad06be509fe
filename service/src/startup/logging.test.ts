import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { statement } from "../db/statement.ts";
import { toLoggedError } from "./logged-error.ts";
import { createLogger } from "./logging.ts";

function logged(log: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: "info", logFormat: "json" }, false, {
    write: (line) => lines.push(line),
  });
  log(logger);
  return lines.join("");
}

test("a database error is logged with its code and location, without the row or the value", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  await database.run(statement("CREATE TABLE planted_customers (ssn text CHECK (length(ssn) < 5), age int)"));
  const failures = await Promise.all(
    [
      database.run(statement("INSERT INTO planted_customers (ssn) VALUES ($1)"), ["123-45-6789"]),
      database.run(statement("INSERT INTO planted_customers (age) VALUES ($1)"), ["123-45-6789"]),
    ].map((failing) =>
      failing.then(
        () => undefined,
        (error: unknown) => error,
      ),
    ),
  );
  const text = logged((logger) => {
    for (const err of failures)
      logger.error({ err: new Error("a request failed", { cause: err }) }, "failed");
  });
  expect(text).toContain('"23514"');
  expect(text).toContain("customers_ssn_check");
  expect(text).toContain('"22P02"');
  expect(text).not.toContain("6789");
});

test("an error is logged with its causes and frames, without any other properties", () => {
  const error = Object.assign(new Error("outer", { cause: new TypeError("inner") }), { password: "hunter2" });
  const text = logged((logger) => logger.error({ err: error }, "failed"));
  expect(text).toContain("inner");
  expect(text).toContain("logging.test.ts");
  expect(text).not.toContain("hunter2");
});

test("circular causes are cut off", () => {
  const error = new Error("round");
  error.cause = error;
  expect(JSON.stringify(toLoggedError(error)).length).toBeLessThan(20_000);
});
