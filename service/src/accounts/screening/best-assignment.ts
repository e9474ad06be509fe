/**
 * Assigns rows to columns so that the sum of gains is maximal: Kuhn's Hungarian method with potentials, in
 * rows² × columns steps. A gain of 0 is no pair. There must not be more rows than columns.
 *
 * Returns the column of each row, or -1.
 */
export function bestAssignment(gains: readonly (readonly number[])[]): readonly number[] {
  const columns = gains[0]?.length ?? 0;
  const state: State = {
    gains,
    columns,
    rowPotential: new Float64Array(gains.length + 1),
    columnPotential: new Float64Array(columns + 1),
    rowOfColumn: new Int32Array(columns + 1).fill(none),
  };
  for (let row = 0; row < gains.length; row += 1) addRow(state, row);
  return columnsOfRows(state);
}

const none = -1;

/** The last column is a sentinel for the row being inserted. */
interface State {
  readonly gains: readonly (readonly number[])[];
  readonly columns: number;
  readonly rowPotential: Float64Array;
  readonly columnPotential: Float64Array;
  readonly rowOfColumn: Int32Array;
}

interface Search {
  readonly slack: Float64Array;
  readonly cameFrom: Int32Array;
  readonly isDone: Uint8Array;
}

/** Finds the cheapest augmenting path that gives the new row a column. */
function addRow(state: State, row: number): void {
  const { columns, rowOfColumn } = state;
  const search = {
    slack: new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY),
    cameFrom: new Int32Array(columns + 1).fill(none),
    isDone: new Uint8Array(columns + 1),
  };
  rowOfColumn[columns] = row;
  let column = columns;
  do {
    search.isDone[column] = 1;
    const next = nearestColumn(state, search, column);
    shiftPotentials(state, search, search.slack[next] ?? 0);
    column = next;
  } while ((rowOfColumn[column] ?? none) !== none);
  while (column !== columns) {
    const before = search.cameFrom[column] ?? columns;
    rowOfColumn[column] = rowOfColumn[before] ?? none;
    column = before;
  }
  rowOfColumn[columns] = none;
}

function nearestColumn(state: State, { slack, cameFrom, isDone }: Search, from: number): number {
  const row = state.rowOfColumn[from] ?? 0;
  let nearest = none;
  for (let column = 0; column < state.columns; column += 1) {
    if (isDone[column] === 1) continue;
    const cost = -(state.gains[row]?.[column] ?? 0);
    const reduced = cost - (state.rowPotential[row] ?? 0) - (state.columnPotential[column] ?? 0);
    if (reduced < (slack[column] ?? 0)) {
      slack[column] = reduced;
      cameFrom[column] = from;
    }
    if (nearest === none || (slack[column] ?? 0) < (slack[nearest] ?? 0)) nearest = column;
  }
  return nearest;
}

function shiftPotentials(state: State, { slack, isDone }: Search, delta: number): void {
  for (let column = 0; column <= state.columns; column += 1) {
    if (isDone[column] === 1) {
      const row = state.rowOfColumn[column] ?? 0;
      state.rowPotential[row] = (state.rowPotential[row] ?? 0) + delta;
      state.columnPotential[column] = (state.columnPotential[column] ?? 0) - delta;
    } else slack[column] = (slack[column] ?? 0) - delta;
  }
}

function columnsOfRows({ gains, columns, rowOfColumn }: State): readonly number[] {
  const columnOfRow = gains.map(() => none);
  for (let column = 0; column < columns; column += 1) {
    const row = rowOfColumn[column] ?? none;
    if (row !== none && (gains[row]?.[column] ?? 0) > 0) columnOfRow[row] = column;
  }
  return columnOfRow;
}
