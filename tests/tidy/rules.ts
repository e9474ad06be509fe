import { certaintyRules } from "./certainty.ts";
import { codeRules } from "./code.ts";
import { determinismRules } from "./determinism.ts";
import { documentRules } from "./documents.ts";
import { eventRules } from "./events.ts";
import { languageRules } from "./language.ts";
import { layoutRules } from "./layout.ts";
import { migrationRules } from "./migrations.ts";
import { packageRules } from "./packages.ts";
import { railNameRules } from "./rail-names.ts";
import { tableOwnerRules } from "./table-owners.ts";
import type { TidyRule } from "./tree.ts";
import { upsertRules } from "./upserts.ts";

export const rules: readonly TidyRule[] = [
  ...codeRules,
  ...determinismRules,
  ...certaintyRules,
  ...eventRules,
  ...languageRules,
  ...layoutRules,
  ...documentRules,
  ...packageRules,
  ...railNameRules,
  ...upsertRules,
  ...migrationRules,
  ...tableOwnerRules,
];
