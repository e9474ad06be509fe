export { type Comparison, compare } from "./compare.ts";
export { recordLateEffects } from "./late-effects.ts";
export { recover } from "./recover.ts";
export type { ComparisonDeps } from "./recovery-deps.ts";
