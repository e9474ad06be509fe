import { endpointUrl, type Manner, planTenants } from "./endpoints.ts";
import type { IsolationFigure } from "./goals.ts";
import { feedAndListen } from "./latency.ts";
import type { Quantiles } from "./quantiles.ts";
import { openScene, type Scene, type Stage } from "./stage.ts";

/** All of one account, so that each receives every event. */
const endpoints = 50;
const troubles: readonly Manner[] = ["hanging", "failing", "slow"];
const healthy = endpoints - troubles.length;
const perSecond = 500;

/** The healthy endpoints while all are healthy, and while one hangs, one returns 500 and one takes two seconds. */
export async function measureIsolation(
  stage: Stage,
  closers: (() => Promise<void>)[],
): Promise<IsolationFigure> {
  const ports = await stage.receiver.ask("open", endpoints);
  const open = async (name: string, mannerOf: (endpoint: number) => Manner): Promise<Scene> => {
    const urlOf = (endpoint: number) => endpointUrl(ports[endpoint] ?? 0, mannerOf(endpoint), endpoint);
    const scene = await openScene(stage, { name, tenants: planTenants(endpoints), urlOf });
    closers.push(scene.close);
    return scene;
  };
  const calmScene = await open("bench_calm", () => "prompt");
  const troubledScene = await open("bench_troubled", (endpoint) => troubles[endpoint - healthy] ?? "prompt");
  const calm: Quantiles[] = [];
  const troubled: Quantiles[] = [];
  const { rounds, seconds } = stage.options;
  // A new process is slow until its code is compiled.
  for (const [scene, prompt] of [
    [calmScene, endpoints],
    [troubledScene, healthy],
  ] as const) {
    await feedAndListen(stage, scene, { perSecond, seconds: 1, endpoints, prompt });
  }
  const feeding = { perSecond, seconds: seconds * 2, endpoints, countedBelow: healthy };
  for (let round = 1; round <= rounds; round += 1) {
    calm.push((await feedAndListen(stage, calmScene, { ...feeding, prompt: endpoints })).ms);
    troubled.push((await feedAndListen(stage, troubledScene, { ...feeding, prompt: healthy })).ms);
    const p99s = [calm, troubled].map((figures) => `${figures.at(-1)?.p99.toFixed(1)} ms`);
    stage.progress(
      `round ${round} of ${rounds}: healthy endpoints: p99 ${p99s.join(", with bad endpoints ")}`,
    );
  }
  return { perSecond, calm, troubled };
}
