/** A point with the number of batches per transfer, and the CPU time per transfer. */
export interface CostPoint {
  readonly batchesPerTransfer: number;
  readonly microseconds: number;
}

/** CPU time per transfer = perTransfer + perBatch × batches per transfer. */
export interface CostLine {
  readonly perTransfer: number;
  readonly perBatch: number;
}

/** Least squares of the relative errors: the noise of a CPU time is a share of it. */
export function fitCost(points: readonly CostPoint[]): CostLine {
  const weighted = points.map((point) => ({ ...point, weight: 1 / point.microseconds ** 2 }));
  const sum = (term: (point: (typeof weighted)[number]) => number): number =>
    weighted.reduce((total, point) => total + point.weight * term(point), 0);
  const [w, x, y] = [sum(() => 1), sum((p) => p.batchesPerTransfer), sum((p) => p.microseconds)];
  const xx = sum((p) => p.batchesPerTransfer ** 2);
  const xy = sum((p) => p.batchesPerTransfer * p.microseconds);
  const perBatch = (w * xy - x * y) / (w * xx - x * x);
  return { perTransfer: (y - perBatch * x) / w, perBatch };
}

/** How far a figure is from what was predicted, as a share of the prediction. */
export function deviation(measured: number, predicted: number): number {
  return measured / predicted - 1;
}
