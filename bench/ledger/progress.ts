/** Reports progress. */
export type Progress = (message: string) => void;

export function createProgress(write: (text: string) => void): Progress {
  const startMs = performance.now();
  return (message) => {
    const seconds = Math.round((performance.now() - startMs) / 1000);
    write(`${String(seconds).padStart(5)} s  ${message}\n`);
  };
}

const paceMs = 5_000;

/** True when the next progress report is due. */
export function createPace(): () => boolean {
  let reportedMs = performance.now();
  return () => {
    const nowMs = performance.now();
    if (nowMs - reportedMs < paceMs) return false;
    reportedMs = nowMs;
    return true;
  };
}
