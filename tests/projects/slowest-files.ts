import type { Reporter, TestModule } from "vitest/node";

const shown = 20;

/** Prints the slowest files, and the time and tests of each project. */
export const slowestFiles: Reporter = {
  onTestRunEnd: (modules) => {
    const lines = [
      `Slowest ${shown} files`,
      ...modules
        .toSorted((left, right) => secondsOf(right) - secondsOf(left))
        .slice(0, shown)
        .map((module) => `${inSeconds(secondsOf(module))}  ${module.relativeModuleId}`),
      "",
      "Projects",
      ...projectsOf(modules),
    ];
    process.stdout.write(`\n${lines.join("\n")}\n\n`);
  },
};

function projectsOf(modules: readonly TestModule[]): readonly string[] {
  return [...new Set(modules.map(({ project }) => project.name))].map((name) => {
    const files = modules.filter(({ project }) => project.name === name);
    const seconds = files.reduce((sum, file) => sum + secondsOf(file), 0);
    const tests = files.reduce((sum, { children }) => sum + [...children.allTests()].length, 0);
    return `${inSeconds(seconds)}  ${name}: ${files.length} files, ${tests} tests`;
  });
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration } = module.diagnostic();
  return (duration + collectDuration) / 1_000;
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(8)} s`;
}
