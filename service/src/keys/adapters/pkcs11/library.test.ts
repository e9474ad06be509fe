import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../../test/data-folder.ts";
import { openLibrary } from "./library.ts";

const hasCompiler = spawnSync("cc", ["--version"]).error === undefined;
const note = hasCompiler ? "" : " (no C compiler is installed here)";

test.skipIf(!hasCompiler)(
  `a module that gives no functions is refused by its return value${note}`,
  async () => {
    await using folder = await makeDataFolder();
    const [source, path] = [join(folder.path, "broken.c"), join(folder.path, "broken.so")];
    writeFileSync(source, "unsigned long C_GetFunctionList(void **list) { (void)list; return 6; }\n");
    execFileSync("cc", ["-shared", "-fPIC", "-o", path, source]);
    await expect(openLibrary(path)).rejects.toMatchObject({
      failure: "rejected",
      cause: { message: "C_GetFunctionList returned CKR_FUNCTION_FAILED" },
    });
  },
);
