import * as module from "node:module";
import { start } from "../../service/src/start.ts";

// Node 22 and newer keep compiled code between starts.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();
await start(process.env);
