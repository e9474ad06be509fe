export { recover } from "./recover.ts";
export {
  closeEffect,
  insertPointInTimeRestore,
  requestRecovery,
  selectEffects,
  selectOpenRestore as findOpenRestore,
  selectRestores,
} from "./store.ts";
