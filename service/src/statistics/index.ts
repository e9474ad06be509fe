export { countConfirmations } from "./confirmation-store.ts";
export { addCounts, bucketOf, startOf } from "./count-store.ts";
export { percentileMs } from "./durations.ts";
export { foldLogs, rebuildStatistics } from "./fold.ts";
export { statisticsJobs } from "./jobs.ts";
export { type LevelRow, noteLevels, selectPlatformLevels } from "./level-store.ts";
export { type Period, type PeriodName, periodNames, periodsOf } from "./period.ts";
export {
  type CountQuery,
  type CountRow,
  selectConfirmations,
  selectCounts,
  selectReturnsSince,
  selectSumsBefore,
} from "./read-store.ts";
